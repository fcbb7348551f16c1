// Draws tiles in place of the plan, with a mark for each venue of the list beside it.
const frame = document.querySelector('[data-tiles]');
const venues = [...document.querySelectorAll('.map-venue[data-lat]')].map(item => ({
  item,
  at: L.latLng(Number(item.dataset.lat), Number(item.dataset.lng)),
  number: item.querySelector('.map-number').textContent,
  name: item.querySelector('.map-name').textContent,
}));

/** Marks that are closer than this would hide each other, in pixels. */
const CELL = 40;

const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The library's own layer of tiles loads images from `data:` addresses, which the policy of pages forbids. */
const Tiles = L.GridLayer.extend({
  createTile({ x, y, z }, done) {
    const tile = document.createElement('img');
    tile.alt = '';
    tile.onload = () => done(null, tile);
    tile.onerror = () => done(new Error('A tile is missing.'), tile);
    tile.src = L.Util.template(this.options.template, { x, y, z, r: L.Browser.retina ? '@2x' : '' });
    return tile;
  },
});

if (frame && venues.length > 0) draw(frame.dataset);

function draw(words) {
  frame.querySelector('.plan').remove();
  frame.querySelector('.map-attribution').hidden = false;
  const canvas = frame.insertBefore(document.createElement('div'), frame.firstChild);
  canvas.className = 'map-canvas';
  canvas.role = 'region';
  canvas.ariaLabel = words.label;
  const map = L.map(canvas, {
    ...{ attributionControl: false, zoomControl: false, maxZoom: 19 },
    ...(isStill && { zoomAnimation: false, fadeAnimation: false, inertia: false }),
  });
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map);
  new Tiles({ template: words.tiles, maxZoom: 19 }).addTo(map);
  const framed = venues.slice(0, Number(words.framed));
  map.fitBounds(L.latLngBounds(framed.map(({ at }) => at)), { padding: [40, 40], maxZoom: 16 });
  const marks = L.layerGroup().addTo(map);
  const place = () => {
    marks.clearLayers();
    for (const together of inCells(map)) marks.addLayer(markOf(together, map, words));
  };
  place();
  map.on('zoomend', place);
  canvas.addEventListener('keydown', ({ key }) => key === 'Escape' && map.closePopup());
  map.on('popupopen', ({ popup }) => {
    const element = popup.getElement();
    element.querySelector('.leaflet-popup-close-button').ariaLabel = words.close;
    element.querySelector('a').focus({ preventScroll: true });
  });
}

/** The venues in groups that lie in the same cell of a grid of pixels. */
function inCells(map) {
  const zoom = map.getZoom();
  return Map.groupBy(venues, ({ at }) => String(map.project(at, zoom).divideBy(CELL).floor())).values();
}

function markOf(together, map, words) {
  const [first] = together;
  const isOne = together.length === 1;
  const bounds = L.latLngBounds(together.map(({ at }) => at));
  const canPart = map.getZoom() < map.getMaxZoom() && !bounds.getNorthEast().equals(bounds.getSouthWest());
  const title = isOne ? first.name : words.together.replace('{count}', String(together.length));
  const text = document.createElement('span');
  text.textContent = isOne ? first.number : `×${together.length}`;
  const label = `${text.textContent} ${title}`;
  const mark = L.marker(isOne ? first.at : bounds.getCenter(), {
    icon: L.divIcon({ html: text, className: `map-mark${isOne ? '' : ' map-cluster'}`, iconSize: [30, 30] }),
    title,
  });
  mark.on('add', () => mark.getElement().setAttribute('aria-label', label));
  if (!isOne && canPart) {
    const open = () => map.fitBounds(bounds, { padding: [60, 60] });
    mark.on('click', open);
    mark.on('keypress', ({ originalEvent }) => originalEvent.key === 'Enter' && open());
    return mark;
  }
  const popup = L.popup({ maxWidth: 260, autoPanPadding: [20, 20] }).setContent(contentOf(together));
  mark.bindPopup(popup);
  mark.on('popupclose', () => mark.getElement()?.focus({ preventScroll: true }));
  return mark;
}

/** What the list says of venues, copied element by element. */
function contentOf(together) {
  const content = document.createElement('div');
  for (const { item } of together)
    for (const part of ['.map-name a', '.map-next', '.map-count a']) {
      const line = content.appendChild(document.createElement('p'));
      line.append(item.querySelector(part).cloneNode(true));
    }
  return content;
}
