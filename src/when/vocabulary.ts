import type { Language } from '../i18n/language.ts';

/** What words mean, whatever the language. A name with a number after it has the value. */
export type Meaning =
  | 'and'
  | 'or'
  | 'to'
  | 'at'
  | 'at or to'
  | 'from'
  | 'until'
  | 'except'
  | 'every'
  | 'other'
  | 'plural'
  | 'a'
  | 'next'
  | 'this'
  | 'of month'
  | 'month'
  | 'day'
  | 'week'
  | 'year'
  | 'daily'
  | 'workdays'
  | 'weekends'
  | 'weekend'
  | 'today'
  | 'tomorrow'
  | 'day after tomorrow'
  | 'in'
  | 'week later'
  | 'all day'
  | 'noon'
  | 'midnight'
  | 'morning'
  | 'afternoon'
  | 'evening'
  | 'hour'
  | 'minutes'
  | 'half past'
  | 'and half'
  | 'quarter past'
  | 'and quarter'
  | 'quarter to'
  | 'quarters'
  | 'between'
  | 'lasts'
  | 'alternate'
  | 'tonight'
  | 'times'
  | 'nothing'
  /** A word that states no date by itself: who wrote it must say what was meant. */
  | 'vague'
  /** A word by which a whole text states no date. */
  | 'undated';

/** Phrases with one meaning, without accents and in small letters, separated by `|`. */
type Phrases = string;

/** The words of a language. */
export interface Vocabulary {
  readonly words: Readonly<Partial<Record<Meaning, Phrases>>>;
  readonly months: readonly Phrases[];
  /** From Monday on. */
  readonly weekdays: readonly Phrases[];
  /** From one on. */
  readonly numbers: readonly Phrases[];
  readonly tens: Readonly<Record<string, number>>;
  /** First to fifth, and the last one. */
  readonly ordinals: readonly Phrases[];
  /** Whether the month comes before the day in numbers, or nobody knows. */
  readonly isMonthFirstPossible: boolean;
  /** Whether hours have twelve numbers unless they say more. */
  readonly hasTwelveHours: boolean;
}

const ca: Vocabulary = {
  words: {
    between: 'entre les|entre',
    lasts: 'durada|dura',
    alternate: 'de cada dos|alterns',
    tonight: 'aquesta nit|aquest vespre|avui al vespre|avui a la nit',
    and: 'i|y|&|+',
    or: 'o',
    to: 'fins a les|fins a la|fins les',
    at: 'a les|a la|@',
    'at or to': 'a|al|a l',
    from: 'a partir de les|a partir del|a partir de l|a partir de|a partir d|des del|des de l|des de',
    until: 'fins al|fins a l|fins el|fins a|fins',
    except: 'excepte|menys|llevat|tret',
    every: 'cada|tots els|totes les|tots',
    plural: 'els|les',
    a: 'un|una',
    next: 'vinent|proper|propera|que ve|seguent',
    this: 'aquest|aquesta',
    'of month': 'de cada mes|de mes|del mes|cada mes|mensual|mensualment',
    month: 'mes|mesos',
    day: 'dia|dies',
    week: 'setmana|setmanes',
    year: 'any|anys',
    daily: 'cada dia|tots els dies|diariament',
    workdays: 'els dies feiners|dies feiners|feiners',
    weekends: 'els caps de setmana|caps de setmana|cada cap de setmana',
    weekend: 'cap de setmana',
    today: 'avui',
    tomorrow: 'dema',
    'day after tomorrow': 'dema passat|passat dema',
    in: "d'aqui a|d aqui a|d aqui|dins de|dintre de",
    'all day': 'tot el dia|tota la jornada',
    noon: 'migdia|al migdia',
    midnight: 'mitjanit',
    morning: 'del mati|de la matinada|de matinada|al mati|matí',
    afternoon: 'de la tarda|del migdia|a la tarda|de tarda',
    evening: 'del vespre|de la nit|al vespre|a la nit|de nit|vespre',
    hour: 'h|hs|hores|hora|hrs',
    minutes: 'min|minuts|minut',
    'and half': 'i mitja',
    'and quarter': 'i quart',
    quarters: "quarts de|quarts d'|quarts d",
    times: 'sessions|sessio|vegades|dates',
    nothing: 'de|del|d|el|la|l|dels|en|les|quan|exposicio|horari|data|dates|de les|d les|dia|al llarg',
    vague:
      'portes|concert|festius|festiu|si|plou|segons|finals|principis|mitjans|no|altre|demanda|curs|depen|aproximadament|cap a|inici|final',
    undated:
      'properament|confirmar|determinar|estiu|hivern|tardor|primavera|escolar|periodicament|consulteu|cartellera|voltant|santa|setmana santa|nadal|pasqua|vacances',
  },
  months: [
    ...['gener|gen', 'febrer|feb|febr', 'marc|mar', 'abril|abr'],
    ...['maig|mai', 'juny|jun', 'juliol|jul', 'agost|ago|ag'],
    ...['setembre|set|setem', 'octubre|oct', 'novembre|nov', 'desembre|des|dese'],
  ],
  weekdays: [
    ...['dilluns|dl|dill', 'dimarts|dt|dm', 'dimecres|dc|dx', 'dijous|dj'],
    ...['divendres|dv', 'dissabte|dissabtes|ds', 'diumenge|diumenges|dg'],
  ],
  numbers: [
    ...['una|un', 'dues|dos', 'tres', 'quatre', 'cinc', 'sis'],
    ...['set', 'vuit', 'nou', 'deu', 'onze', 'dotze'],
  ],
  tens: { quinze: 15, vint: 20 },
  ordinals: [
    ...[
      'primer|primera',
      'segon|segona',
      'tercer|tercera',
      'quart|quarta',
      'cinque|cinquena',
      'ultim|ultima|darrer|darrera',
    ],
  ],
  isMonthFirstPossible: false,
  hasTwelveHours: false,
};

const en: Vocabulary = {
  words: {
    between: 'between',
    lasts: 'duration|lasts',
    alternate: 'alternate',
    tonight: 'tonight|this evening',
    and: 'and|&|+',
    or: 'or',
    to: 'to|till|through|thru',
    at: 'at|@',
    from: 'starting from|starting on|starting|beginning|from|as of',
    until: 'until|til|up to|ending',
    except: 'except|excluding|but not|not',
    every: 'every|each|weekly on|weekly',
    other: 'other|second',
    a: 'a|an|one',
    next: 'next',
    this: 'this|coming',
    'of month': 'of every month|of each month|of the month|every month|each month|monthly|in the month',
    month: 'month|months',
    day: 'day|days',
    week: 'week|weeks',
    year: 'year|years',
    daily: 'daily|every day|each day',
    workdays: 'every weekday|weekdays|on weekdays',
    weekends: 'every weekend|weekends|at weekends',
    weekend: 'weekend',
    today: 'today',
    tomorrow: 'tomorrow',
    'day after tomorrow': 'the day after tomorrow|day after tomorrow',
    in: 'in',
    'all day': 'all day|all-day',
    noon: 'noon|midday|12 noon',
    midnight: 'midnight',
    morning: 'am|a m|in the morning',
    afternoon: 'pm|p m|in the afternoon|in the evening|at night',
    hour: "h|hrs|hours|o'clock|o clock|oclock",
    minutes: 'min|mins|minutes',
    'half past': 'half past|half',
    'quarter past': 'quarter past|a quarter past',
    'quarter to': 'quarter to|a quarter to',
    times: 'sessions|session|times|dates|classes',
    nothing: 'of|the|on|when|date|dates|time|exhibition|open|opening hours|for',
    vague:
      'doors|concert|show|holidays|holiday|term|bi-weekly|biweekly|bi|late|early|mid|if|weather|rain|about|around|approx|depending|end|beginning',
    undated:
      "announced|confirmed|tba|tbc|tbd|soon|summer|winter|autumn|spring|vary|see|website|easter|occasionally|new year's eve|eve|christmas|ongoing|regularly|year round|school",
  },
  months: [
    ...['january|jan', 'february|feb|feburary|febuary', 'march|mar', 'april|apr'],
    ...['may', 'june|jun', 'july|jul', 'august|aug'],
    ...['september|sep|sept', 'october|oct', 'november|nov', 'december|dec'],
  ],
  weekdays: [
    ...[
      'monday|mondays|mon',
      'tuesday|tuesdays|tue|tues',
      'wednesday|wednesdays|wed|weds|wensday|wednsday',
      'thursday|thursdays|thu|thur|thurs',
    ],
    ...['friday|fridays|fri', 'saturday|saturdays|sat', 'sunday|sundays|sun'],
  ],
  numbers: [
    ...['one', 'two', 'three', 'four', 'five', 'six'],
    ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ],
  tens: { fifteen: 15, twenty: 20 },
  ordinals: [...['first', 'second', 'third', 'fourth', 'fifth', 'last|final']],
  isMonthFirstPossible: true,
  hasTwelveHours: true,
};

const fr: Vocabulary = {
  words: {
    between: 'entre',
    lasts: 'duree',
    alternate: 'sur deux',
    tonight: "ce soir|aujourd'hui au soir",
    and: 'et|&|+',
    or: 'ou',
    to: "jusqu'a|jusqu a|jusque",
    at: 'a partir de|@',
    'at or to': 'a|au',
    from: 'a compter du|a compter de|a partir du|a partir de|a partir d|des le|depuis le|debut le',
    until: "jusqu'au|jusqu au|jusqu'en",
    except: 'sauf|excepte|hors|hormis',
    every: 'tous les|toutes les|chaque|tous',
    plural: 'les',
    a: 'un|une',
    next: 'prochain|prochaine|qui vient',
    this: 'ce|cet|cette',
    'of month': 'de chaque mois|du mois|chaque mois|tous les mois|mensuel|par mois',
    month: 'mois',
    day: 'jour|jours',
    week: 'semaine|semaines',
    year: 'an|ans|annee',
    daily: 'tous les jours|chaque jour|quotidiennement',
    workdays: 'jours ouvrables|en semaine',
    weekends:
      'les week-ends|tous les week-ends|chaque week-end|tous les weekends|les weekends|chaque weekend',
    weekend: 'week-end|weekend|week end',
    today: "aujourd'hui|aujourd hui",
    tomorrow: 'demain',
    'day after tomorrow': 'apres-demain|apres demain',
    in: 'dans',
    'week later': 'en huit',
    'all day': 'toute la journee|journee entiere',
    noon: 'midi',
    midnight: 'minuit',
    morning: 'du matin|au matin|matin',
    afternoon: "de l'apres-midi|de l apres-midi|l'apres-midi|apres-midi|de l apres midi",
    evening: 'du soir|le soir|au soir|soir|de la nuit',
    hour: 'h|heures|heure|hrs',
    minutes: 'min|mn|minutes',
    'and half': 'et demie|et demi',
    'and quarter': 'et quart',
    times: 'seances|seance|fois|dates',
    nothing: 'de|du|d|le|la|l|des|en|les|quand|exposition|horaires|horaire|date|qui|courant|jour',
    vague:
      'portes|ouverture|concert|feries|ferie|vacances|scolaires|scolaire|si|pluie|pleut|selon|fin|debut|mi|vers|environ|autre|sur|demande|periode',
    undated:
      'prochainement|confirmer|determiner|preciser|definir|bientot|ete|hiver|automne|printemps|paques|noel|consulter|consultez|ponctuellement|regulierement|autour|annoncer|venir|programme',
  },
  months: [
    ...['janvier|janv|jan', 'fevrier|fevr|fev', 'mars|mar', 'avril|avr'],
    ...['mai', 'juin', 'juillet|juil', 'aout'],
    ...['septembre|sept|sep', 'octobre|oct', 'novembre|nov', 'decembre|dec'],
  ],
  weekdays: [
    ...['lundi|lundis|lun', 'mardi|mardis|mar', 'mercredi|mercredis|mer', 'jeudi|jeudis|jeu'],
    ...['vendredi|vendredis|ven|vend', 'samedi|samedis|sam', 'dimanche|dimanches|dim'],
  ],
  numbers: [
    ...['une|un', 'deux', 'trois', 'quatre', 'cinq', 'six'],
    ...['sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  ],
  tens: { quinze: 15, vingt: 20 },
  ordinals: [
    ...[
      'premier|premiere|1er',
      'deuxieme|second|seconde|2e|2eme',
      'troisieme|3e|3eme',
      'quatrieme|4e|4eme',
      'cinquieme|5e',
      'dernier|derniere',
    ],
  ],
  isMonthFirstPossible: false,
  hasTwelveHours: false,
};

const es: Vocabulary = {
  words: {
    between: 'entre las|entre',
    lasts: 'duracion|dura',
    alternate: 'de cada dos|alternos',
    tonight: 'esta noche|esta tarde noche',
    and: 'y|e|&|+',
    or: 'o|u',
    to: 'hasta las|hasta la',
    at: 'a las|a la|@',
    'at or to': 'a|al',
    from: 'a partir de las|a partir del|a partir de|desde las|desde el|desde|comenzando el|empezando el',
    until: 'hasta el|hasta',
    except: 'excepto|salvo|menos',
    every: 'todos los|todas las|cada|todos',
    plural: 'los|las',
    a: 'un|una',
    next: 'proximo|proxima|que viene|siguiente',
    this: 'este|esta',
    'of month': 'de cada mes|del mes|de mes|cada mes|mensual|todos los meses|al mes',
    month: 'mes|meses',
    day: 'dia|dias',
    week: 'semana|semanas',
    year: 'ano|anos',
    daily: 'todos los dias|cada dia|diariamente|a diario',
    workdays: 'dias laborables|laborables|entre semana',
    weekends: 'los fines de semana|fines de semana|cada fin de semana|todos los fines de semana',
    weekend: 'fin de semana',
    today: 'hoy',
    tomorrow: 'manana',
    'day after tomorrow': 'pasado manana',
    in: 'dentro de|en',
    'all day': 'todo el dia|toda la jornada',
    noon: 'mediodia|al mediodia',
    midnight: 'medianoche',
    morning: 'de la manana|de la madrugada|por la manana|am|a m',
    afternoon: 'de la tarde|del mediodia|por la tarde|pm|p m',
    evening: 'de la noche|por la noche|noche',
    hour: 'h|hs|hrs|horas|hora',
    minutes: 'min|minutos',
    'and half': 'y media',
    'and quarter': 'y cuarto',
    'quarter to': 'menos cuarto',
    times: 'sesiones|sesion|veces|fechas',
    nothing: 'de|del|d|el|la|los|las|en|cuando|exposicion|horario|fecha|que|dia',
    vague:
      'puertas|apertura|concierto|festivos|festivo|si|llueve|segun|finales|principios|mediados|otro|demanda|curso|aproximadamente|sobre|hacia|no',
    undated:
      'proximamente|confirmar|determinar|concretar|verano|invierno|otono|primavera|escolar|periodicamente|consulte|consultar|cartelera|santa|semana santa|navidad|pascua|vacaciones|anunciar|definir|alrededor|ocasionalmente',
  },
  months: [
    ...['enero|ene', 'febrero|feb', 'marzo|mar', 'abril|abr'],
    ...['mayo|may', 'junio|jun', 'julio|jul', 'agosto|ago'],
    ...['septiembre|setiembre|sept|sep|set', 'octubre|oct', 'noviembre|nov', 'diciembre|dic'],
  ],
  weekdays: [
    ...['lunes|lun|l', 'martes|mar', 'miercoles|mie|mier|mierc|x', 'jueves|jue|juev'],
    ...['viernes|vie|vier|v', 'sabado|sabados|sab', 'domingo|domingos|dom'],
  ],
  numbers: [
    ...['una|un', 'dos', 'tres', 'cuatro', 'cinco', 'seis'],
    ...['siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
  ],
  tens: { quince: 15, veinte: 20 },
  ordinals: [
    ...[
      'primer|primero|primera',
      'segundo|segunda',
      'tercer|tercero|tercera',
      'cuarto|cuarta',
      'quinto|quinta',
      'ultimo|ultima',
    ],
  ],
  isMonthFirstPossible: false,
  hasTwelveHours: false,
};

export const vocabularies: Readonly<Record<Language, Vocabulary>> = { ca, en, fr, es };
