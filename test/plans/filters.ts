const ids = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at).join(',');

const EVER = 'start_date=2000-01-01&end_date=2099-12-31';

const events = [
  EVER,
  'end_date=2020-01-05&start_date=2020-01-01',
  'starts_after=2029-01-01',
  'starts_before=2020-03-01',
  'ends_before=2020-03-01',
  'ends_after=2029-01-01',
  'search=rare17',
  'search=-rare17 words',
  'post_parent=17',
  ...['categories=21', `categories=${ids(1, 40)}`, 'tags=71', `tags=${ids(41, 400)}`],
  `venue=1000017`,
  `venue=${ids(1_000_001, 1000)}`,
  `organizer=2000017`,
  `organizer=${ids(2_000_001, 1000)}`,
  ...['featured=1', 'featured=0', 'geoloc=1', 'geoloc=0', `include=${ids(1, 1000)}`, 'status=publish'],
  ...['geoloc_lat=41.5&geoloc_lng=2.5&geoloc_radius=5', 'geoloc_lat=41.5&geoloc_lng=2.5&geoloc_radius=9000'],
  ...['page=50&per_page=50', 'facets=categories,tags,venue,organizer,city,month,day,cost'],
  ...['when=ongoing', 'when=upcoming', 'when=past', 'when=upcoming,past', 'overlaps=2027-03-01/P1M'],
  ...['modified_after=2019-01-01', 'cost=free', 'is_virtual=0', 'event_status=scheduled'],
  ...['city=Vic', 'postal_code=08500', 'country=Spain'],
  ...['orderby=end&order=desc', 'orderby=modified', 'orderby=date', 'orderby=title'],
  ...['orderby=relevance&search=words', 'orderby=distance&geoloc_lat=41.5&geoloc_lng=2.5&geoloc_radius=900'],
];

const places = [
  ...['search=name', 'search=nothing is so called', 'event=17', 'has_events=1', 'has_events=0'],
  ...['only_with_upcoming=1', 'status=publish', 'page=10&per_page=50'],
];

const terms = [
  ...['search=term', 'hide_empty=0', 'hide_empty=1', 'event=17', 'post=18', 'slug=term-7', 'order=desc'],
  ...['orderby=description', 'orderby=count', 'orderby=include', 'page=4'],
];
const categories = [...terms, `include=${ids(1, 40)}`, `exclude=${ids(1, 39)}`, 'parent=0', 'parent=7'];
const tags = [...terms, `include=${ids(41, 400)}`, `exclude=${ids(41, 399)}`];

const lists = { events, venues: places, organizers: places, categories, tags };

/** Every list without a filter and with each filter, below `/cal`. */
export const alone = (): string[] =>
  Object.entries(lists).flatMap(([name, filters]) => [
    `/events/v1/${name}`,
    ...filters.map(filter => `/events/v1/${name}?${filter}`),
  ]);

/** Every list with each pair of its filters. */
export const pairs = (): string[] =>
  Object.entries(lists).flatMap(([name, filters]) =>
    filters.flatMap((filter, at) =>
      filters
        .slice(at + 1)
        .filter(other => nameOf(other) !== nameOf(filter))
        .map(other => `/events/v1/${name}?${filter}&${other}`),
    ),
  );

/** Lists that need a sign-in. */
export const beside = [
  '/trash/v1',
  '/trash/v1?type=venue',
  '/history/v1/events/17',
  '/history/v1/venues/1000017',
];

const nameOf = (filter: string) => filter.split('=', 1)[0];
