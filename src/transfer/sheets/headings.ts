import { languages } from '../../i18n/language.ts';
import { because, sayWhy } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { fold } from '../../lib/text/search-terms.ts';
import type { SheetRow } from './sheet.ts';

/** What columns are called besides their own name, in the languages of this service and in tables that programs write. */
const HEADINGS = {
  id: 'id|identifier|identificador|identifiant|ref|reference|referencia|codi|codigo|code|uid|event id|nid',
  title:
    'title|titol|titre|titulo|event|event name|event title|esdeveniment|evenement|evento|acte|acto|activitat|actividad|activite|activity|name|nom|nombre|subject|summary|asunto|assumpte|objet|manifestation|intitule|que|what|activity name|nom de l activitat|nom de l acte|nombre de la actividad|nombre del evento|nom de l evenement|nom de l activite|betreff|oggetto',
  date: 'date|data|fecha|dates|dates i hores|day|dia|jour|jours|dies|dias|start date|start|starts|inici|inicio|debut|begins|begin|data inici|data d inici|data de l acte|data inicial|fecha inicio|fecha de inicio|fecha inicial|date debut|date de debut|date de l evenement|event date|event start date|quan|quand|cuando|when|from|des de|desde|du|days|data i hora|dia i hora|fechas|fecha y hora|dia y hora|date et heure|date and time|data de inici|dia inici|comenca|comienzo|timings|horaires detailles|field date value|date from|begins on|starts on|fecha de comienzo|beginnt am|data inizio|dtstart|start date and time|event start date and time|eventstartdate',
  weekday:
    'weekday|day of the week|dia de la setmana|dia setmana|dia de la semana|dia semana|jour de la semaine',
  month: 'month|mes|mois',
  year: 'year|any|ano|annee',
  end_date:
    'end date|end|ends|fi|final|fin|data fi|data de fi|data final|data de finalitzacio|fecha fin|fecha de fin|fecha final|date fin|date de fin|event end date|field date end value|until|to|fins a|fins|hasta|au|acaba|jusqu au|date to|ends on|fecha de finalizacion|finalizacion|endet am|data fine|dtend|end date and time|event end date and time|eventenddate',
  time: 'time|hora|heure|hour|hours|horari|horario|horaire|horaires|hores|horas|heures|times|hora de l acte|horaris|horarios|schedule',
  start_time:
    'start time|hora inici|hora d inici|hora inicial|hora inicio|hora de inicio|heure debut|heure de debut|event start time|from time|hora de inici|beginnt um|ora inizio',
  end_time:
    'end time|hora fi|hora de fi|hora final|hora de finalitzacio|hora fin|hora de fin|heure fin|heure de fin|event end time|hora de finalizacion|endet um|ora fine',
  all_day:
    'all day|all day event|whole day|tot el dia|todo el dia|toute la journee|journee entiere|dia sencer|dia entero|journee complete|esdeveniment de tot el dia|evento de todo el dia|ganztagiges ereignis|ganztaegiges ereignis|giornata intera|eventallday',
  venue:
    'venue|place|location|lloc|espai|lugar|espacio|lieu|on|ou|donde|where|sala|salle|hall|equipament|equipamiento|recinte|recinto|venue name|event venue name|event location|location name|nom du lieu|localitzacio|room|ubicacio|ubicacion|endroit|emplacement|ort|luogo',
  address:
    'address|location address|adreca|direccion|adresse|street|carrer|calle|rue|venue address|domicilio|direccio|physical address',
  zip: 'zip|location postalcode|postal code|postcode|codi postal|codigo postal|code postal|cp|venue zip',
  city: 'city|location city|town|ciutat|poblacio|municipi|poble|ciudad|poblacion|municipio|localidad|localitat|ville|commune|venue city',
  stateprovince: 'region|province|provincia|state|comarca|departement|venue stateprovince',
  country: 'country|pais|pays|venue country',
  organizer:
    'organizer|organiser|organizers|organisers|organitzador|organitzadora|organitzadors|organitza|organizador|organizadora|organizadores|organiza|organisateur|organisateurs|organise par|entitat|entidad|association|host|event organizer name s|organizer name|hosted by|organized by|organised by|qui ho organitza|quien lo organiza|organisatrice|event organizer name|event organizer',
  description:
    'description|descripcio|descripcion|details|detalls|detalles|text|texte|texto|about|event description|informacio|informacion|observacions|observaciones|remarques|notes|notas|resum|resume|resumen|cos|contingut|contenido|contenu|details de l evenement|presentation|description longue|longdescription|long description|body|beschreibung|descrizione',
  categories:
    'category|categories|categoria|categorias|categorie|type|tipus|tipo|tematica|tema|theme|genre|genere|genero|event category|ambit|ambito|kind|categories d activitat|tipus d activitat|tipo de actividad|thematique|event type|event types|kategorien',
  tags: 'tag|tags|etiqueta|etiquetes|etiquetas|etiquette|etiquettes|keywords|paraules clau|palabras clave|mots cles|event tags|labels',
  cost: 'price|prices|cost|preu|preus|precio|precios|prix|tarif|tarifs|tarifa|tarifes|tarifas|coste|import|importe|entrance|event cost|admission|cost de l entrada|entree',
  website:
    'website|web|url|link|enllac|enlace|lien|site|site web|event url|url canonique|canonicalurl|pagina web|lloc web|sitio web|event website|mes informacio|mas informacion|plus d informations|more information|web site|site internet|public url|learnmorelink',
  ticket_url:
    'ticket|tickets|ticket url|entrades|entrada|entradas|billet|billets|billetterie|inscripcio|inscripcions|inscripcion|inscription|registration|venda d entrades|reservation|reserves|reservas|reserva|ticket link|booking|register|venta de entradas|inscripciones|inscriptions|reservations|registration url',
  image:
    'image|picture|photo|imatge|foto|imagen|cartell|cartel|affiche|poster|image url|event featured image|fotografia|visuel|illustration|featured image|photo url',
  status: 'status|estat|estado|etat|statut|situacio|situacion|publish status|post status',
  published: 'published|publicat|publicado|publie|publish|is published|visible|is visible|listed',
  draft: 'draft|esborrany|borrador|brouillon|entwurf|bozza|is draft',
  password: 'password|post password|contrasenya|contrasena|mot de passe',
  language: 'language|idioma|llengua|lengua|langue|lang',
  timezone:
    'timezone|time zone|zona horaria|fus horari|event timezone|fuseau horaire|huso horario|event time zone',
  virtual_url:
    'online|online link|lien d acces en ligne|onlineaccesslink|streaming|en linia|enllac en linia|enlace en linea|en linea|en ligne|lien en ligne',
  excerpt: 'abstract|extracte|extracto|chapo|event excerpt|event subtitle',
  ...{ event_status: '', status_reason: '', availability: '', virtual_video_source: '', slug: '' },
  ...{ featured: '', sticky: 'sticky in month view', is_virtual: 'online event', other_venues: '' },
  hide_from_listings: 'hide from event listings|eventhidefromupcoming',
  ...{ show_map: 'event show map', show_map_link: 'event show map link' },
  ...{ geo_lat: 'venue geo lat', geo_lng: 'venue geo lng', venue_phone: '', venue_website: '' },
  ...{ organizer_phone: 'organizer tel', organizer_email: '', organizer_website: 'organizer url' },
  ...{ currency_code: 'event iso currency code' },
  private: 'private|privat|privado|prive|privato|is private',
  visibility:
    'visibility|visibilitat|visibilidad|visibilite|sensitivity|confidencialitat|confidencialidad|sensibilitat|sensibilidad|critere de diffusion|vertraulichkeit|riservatezza|privacy|event privacy|class',
  canceled: 'canceled|cancelled|cancelado|cancelada|cancel lat|cancel lada|anul lat|annule',
} as const;

/** What a column says of an event. */
export type SheetField = keyof typeof HEADINGS;

export const fields = Object.keys(HEADINGS) as readonly SheetField[];

const BY_NAME: ReadonlyMap<string, SheetField> = new Map(
  fields.flatMap(field =>
    [field.replaceAll('_', ' '), ...HEADINGS[field].split('|').filter(Boolean)].map(name => [name, field]),
  ),
);

const isField = (name: string): name is SheetField => Object.hasOwn(HEADINGS, name);

/** A heading without case, accents and marks. */
const plain = (heading: string): string =>
  fold(heading.slice(0, 100).replace(/\([^)]*\)/g, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Which columns have been chosen by hand: fields by their headings, `-` for nothing. */
export type ChosenColumns = Readonly<Record<string, string>>;

export interface Headings {
  /** Where in the rows the headings are. */
  readonly at: number;
  readonly columns: ReadonlyMap<SheetField, number>;
  /** Headings that say nothing here. */
  readonly unknown: readonly string[];
  /** What the columns are called. */
  readonly cells: readonly string[];
  /** Almanac has written the table. */
  readonly isOwn: boolean;
  /** The columns in which Almanac has told why it has left rows out, if it has written the table of these. */
  readonly returned: ReadonlySet<number>;
}

/** What is chosen for a column that is not read. */
export const NOTHING = '-';

export class HeadingReader {
  readonly #names: ReadonlyMap<string, SheetField>;

  /** @throws SourceError */
  constructor(chosen: ChosenColumns = {}) {
    const byHand = new Map(
      Object.entries(chosen).map(([heading, field]) => {
        if (field !== NOTHING && !isField(field))
          throw new SourceError(because('no_column', { field, fields: fields.join(', ') }));
        return [plain(heading), field] as const;
      }),
    );
    const taken = new Set(byHand.values());
    const others = [...BY_NAME].filter(([name, field]) => !taken.has(field) && !byHand.has(name));
    const named = [...byHand].flatMap(([name, field]): [string, SheetField][] =>
      field === NOTHING ? [] : [[name, field]],
    );
    this.#names = new Map([...others, ...named]);
  }

  /** How many of the cells are headings; none unless a title and a date are among them. */
  readonly count = (cells: readonly string[]): number => {
    const { columns } = this.#read(cells);
    return columns.has('title') && columns.has('date') ? columns.size : 0;
  };

  /** Finds the row of headings, which titles may precede. */
  find(rows: readonly SheetRow[]): Headings | undefined {
    const at = rows.slice(0, MOST_ABOVE).findIndex(({ cells }) => this.count(cells) > 0);
    if (at === -1) return undefined;
    const [{ cells: above }, below] = [rows[at]!, rows[at + 1]];
    // Two rows of headings: `Time` above `Start` and `End`.
    const isSplit = below?.cells.every(cell => cell === '' || this.#names.has(plain(cell)));
    if (!below || !isSplit) return { at, ...this.#read(above) };
    const cells = Array.from(
      { length: Math.max(above.length, below.cells.length) },
      (_, place) => below.cells[place] || above[place] || '',
    );
    return { at: at + 1, ...this.#read(cells) };
  }

  /** What a heading in several languages says: `Data / Date`. */
  #inLanguages(heading: string): SheetField | undefined {
    const [field, ...others] = new Set(heading.split(/[/|·]/).map(part => this.#names.get(plain(part))));
    return others.length === 0 ? field : undefined;
  }

  #read(cells: readonly string[]): Omit<Headings, 'at'> {
    const columns = new Map<SheetField, number>();
    const unknown: string[] = [];
    const all = cells.map(plain);
    // Beside a long description, the other one is short.
    const isLong = all.some(name => /^(?:description longue|longdescription|long description)\b/.test(name));
    const names = all.map(name => (isLong ? name.replace(/^description(?: \w\w)?$/, 'excerpt') : name));
    const isOwn = names.includes('global id') && names.includes('utc start date');
    for (const [at, name] of names.entries()) {
      // The date of a record of Almanac is that of its publication.
      const known =
        isOwn && OF_ALMANAC.has(name)
          ? undefined
          : (this.#names.get(name) ??
            this.#names.get(name.replace(OF_EVENT, '')) ??
            this.#inLanguages(cells[at]!));
      // Beside a date, `Start` is a time, and `Day` the day of the week; a second `Fin` is a time, too.
      const before = known && columns.get(known);
      const weak = before === undefined ? undefined : WEAK.get(name);
      const other = before === undefined || weak ? undefined : WEAK.get(names[before]!);
      const field = weak ?? known;
      if (known && before !== undefined && other) {
        columns.set(known, at);
        if (columns.has(other)) unknown.push(cells[before]!);
        else columns.set(other, before);
      } else if (field && !columns.has(field)) columns.set(field, at);
      else if (name !== '' && !(isOwn && OF_ALMANAC.has(name)) && !RETURNED.has(name))
        unknown.push(cells[at]!);
    }
    const kind = columns.has('title') ? -1 : names.findIndex(name => KINDS.has(name));
    if (kind !== -1 && unknown.includes(cells[kind]!)) {
      columns.set('title', kind);
      unknown.splice(unknown.indexOf(cells[kind]!), 1);
    }
    const returned = new Set(names.flatMap((name, at) => (RETURNED.has(name) ? at : [])));
    return { columns, unknown, cells, isOwn, returned };
  }
}

/** Headings of a date that, beside another one, are those of a time or of a day of the week. */
const asTimes = (field: SheetField, ...names: readonly string[]) =>
  names.map((name): [string, SheetField] => [name, field]);
const WEAK: ReadonlyMap<string, SheetField> = new Map([
  ...asTimes('start_time', 'start', 'starts', 'inici', 'inicio', 'debut', 'begins', 'begin', 'comenca'),
  ...asTimes('start_time', 'comienzo', 'from', 'des de', 'desde'),
  ...asTimes('end_time', 'end', 'ends', 'fi', 'fin', 'final', 'finalizacion'),
  ...asTimes('weekday', 'day', 'days', 'dia', 'dies', 'dias', 'jour', 'jours'),
]);

/** What an event is, as headings of titles where there is no other. */
const KINDS = new Set(
  'seminar|seminari|seminario|seminaire|lecture|talk|workshop|taller|atelier|course|cours|curs|curso|match|partit|partido|concert|concierto|exhibition|exposicio|exposicion|exposition|celebracio|celebracion|celebration|pel licula|pelicula|film|obra|espectacle|espectaculo|spectacle|conferencia|conference|xerrada|charla|visita|visite'.split(
    '|',
  ),
);

const OF_EVENT =
  / (?:(?:de l |del |de la |of the |of )?(?:acte|acto|activitat|actividad|activite|activity|esdeveniment|evento|evenement|event)|ca|es|fr|en)$/;

/** Columns of tables of rows that were left out, which say where those stood, and why. */
const RETURNED: ReadonlySet<string> = new Set(
  languages.flatMap(language =>
    [because('row_of_sheet'), because('left_out_because')].map(one => plain(sayWhy(one, language))),
  ),
);

/** Rows above the headings. */
const MOST_ABOVE = 30;

/** Columns of our own tables that follow from others, or from the store. */
const OF_ALMANAC = new Set([
  ...['timezone abbr', 'utc start date', 'utc end date', 'venue id', 'organizer id', 'url', 'author'],
  ...['date', 'date utc', 'modified', 'modified utc', 'global id', 'distance', 'series', 'recurrence'],
  ...['recurrence id', 'recurrence text', 'next occurrence', 'occurrences total'],
]);
