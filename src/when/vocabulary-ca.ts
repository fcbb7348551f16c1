import type { Lexicon } from './words.ts';

export const ca = {
  words: {
    ...{ between: 'entre les|entre', lasts: 'durada|durada aprox|durada aproximada|dura', for: 'durant' },
    ...{ alternate: 'de cada dos|de cada 2|alterns|un si un no', fortnightly: 'quinzenal|quinzenalment' },
    ...{ tonight: 'aquesta nit|aquest vespre|avui al vespre|avui a la nit', and: 'i|y|&|+|aixi com' },
    ...{ also: 'i tambe|i a mes', or: 'o|o be', to: 'fins a les|fins a la|fins les|fins la' },
    ...{ at: 'a les|de les|d les|a la|@|a partir de les|a partir de la', 'at or to': 'a|al|a l|als' },
    from: 'a partir del|a partir de l|a partir de|a partir d|des del|des de l|des de les|des de la|des de|des d|des|a comptar del|inici el|comenca el',
    until: 'acaba el|acaba|finalitza el|finalitza|fins al|fins a l|fins el|fins a|fins',
    'end of': 'finals de|finals d|final de|final d|fi de|fi d',
    except:
      'excepte els|excepte|menys|llevat dels|llevat del|llevat|tret dels|tret del|tret|tancat els|tancat el|tancat|no hi ha sessio els|no hi ha sessio el|a excepcio de|a excepcio del|amb excepcio del|exceptuant|exceptuant el|no hi ha classe el|no hi ha classe|no hi ha funcio el|no hi ha funcio|sense classe el',
    ...{ every: 'cada|tots els|totes les|tots', plural: 'els|les', 'of the': 'del|de l|dels', a: 'un|una' },
    ...{ next: 'vinent|que ve|seguent', coming: 'proper|propera|proxim|proxima', this: 'aquest|aquesta' },
    'of month': 'de cada mes|de mes|del mes|cada mes|mensual|mensualment',
    ...{ 'of year': 'de cada any|cada any|anual|anualment|de l any', month: 'mes|mesos', day: 'dia|dies' },
    ...{ week: 'setmana|setmanes', year: 'any|anys', daily: 'cada dia|tots els dies|diariament|diari' },
    weekly: 'setmanal|setmanalment|cada setmana|de cada setmana',
    workdays:
      'els dies feiners|dies feiners|feiners|entre setmana|els feiners|cada dia feiner|dies laborables|tots els dies laborables|cada dia laborable|laborables',
    weekends: 'els caps de setmana|caps de setmana|cada cap de setmana|tots els caps de setmana',
    ...{ weekend: 'cap de setmana|el cap de setmana', today: 'avui|avui mateix', tomorrow: 'dema' },
    'day after tomorrow': 'dema passat|passat dema',
    in: "d'aqui a|d aqui a|d aqui|dins de|dintre de|d'aqui|d'ací a",
    ...{ 'all month': 'tot el mes de|tot el mes d|tot el mes', opening: 'inauguracio|estrena' },
    ...{ 'all day': 'tot el dia|tota la jornada|durant tot el dia', noon: 'migdia' },
    ...{ midnight: 'mitjanit|la mitjanit', morning: 'am|a m|del mati|al mati|mati|pel mati|de mati' },
    mornings: 'matins|els matins|als matins',
    evenings: 'tardes|vespres|nits|a les tardes|les tardes|els vespres|les nits',
    dawn: 'de la matinada|de matinada|matinada',
    afternoon: 'pm|p m|de la tarda|a la tarda|de tarda|tarda|per la tarda',
    ...{ evening: 'del vespre|al vespre|vespre|de vespre', night: 'de la nit|a la nit|de nit|nit' },
    ...{ hour: 'h|hs|hores|hora|hrs', minutes: 'min|minuts|minut', 'and half': 'i mitja' },
    ...{ 'and quarter': 'i quart|i un quart', quarters: "quarts de|quarts d'|quarts d|quart d'" },
    times:
      'sessions|sessio|passis|passi|sortides|sortida|vegades|dates|funcions|trobades|classes|curs|cursos',
    ...{ once: 'una vegada', twice: 'dues vegades', doors: 'portes|obertura de portes|obertura portes' },
    show: 'concert|inici del concert|inici',
    nothing:
      "de|d|el|la|l|en|quan|exposicio|horari|horaris|hora|data|dates|dia|al llarg|taller|visita|visita guiada|xerrada|conferencia|cinema|teatre|presentacio|espectacle|obert|oberta|entrada lliure|amb inscripcio previa|inscripcio previa|entrada gratuita|gratuit|fins a completar aforament|fins a exhaurir aforament|fins a exhaurir places|fins a omplir l'aforament|tots dos inclosos|ambdos inclosos|inclosos|inclos|puntual|en punt|calendari|dies i hores|hora d'inici|nomes|unicament|portes obertes|visible|vose|vosc|tindra lloc el|tindra lloc|te lloc|se celebra el|se celebra|es celebra el|es celebra|es celebrara el|es celebrara|es fara el|es fara|fins tard|tots els publics|public familiar|sortida des de|sortida des del|amb sortida des de|amb sortida de|punt de sortida",
    vague:
      'festius|festiu|vigilies|si|plou|segons|finals|principis|mitjans|mig|no|altre|demanda|depen|aproximadament|cap a|final|començament|comencament|sobre|aprox|voltants|cita|properament|confirmar|determinar|concretar|periodicament|consulteu|aviat|pendent|vigilia|vespra|endema|quinzena|tancada|tancats|tancades',
    undated:
      'estiu|hivern|tardor|primavera|escolar|cartellera|voltant|santa|setmana santa|nadal|pasqua|vacances',
  },
  feasts: {
    '01-01': "cap d'any|dia de cap d'any|any nou",
    '01-06': 'dia de reis|epifania',
    '02-14': 'sant valenti',
    '04-23': 'sant jordi|dia de sant jordi|diada de sant jordi',
    '06-24': 'sant joan|dia de sant joan|diada de sant joan',
    '08-15': "assumpcio|mare de deu d'agost",
    '09-11': 'diada nacional|diada nacional de catalunya',
    '11-01': 'tots sants|dia de tots sants',
    '12-08': 'immaculada|immaculada concepcio|dia de la immaculada',
    '12-25': 'nadal|dia de nadal',
    '12-26': 'sant esteve|dia de sant esteve',
  },
  months:
    'gener|gen febrer|feb|febr marc|mar abril|abr maig|mai juny|jun juliol|jul agost|ago|ag setembre|set|setem|sete octubre|oct novembre|nov desembre|des|dese|dbre',
  weekdays:
    'dilluns|dl|dill|dll dimarts|dt|dm|dim dimecres|dc|dx|dmc dijous|dj|dij divendres|dv|div dissabte|dissabtes|ds|dis|diss|dss diumenge|diumenges|dg|diu|dium',
  numbers:
    'una|un dues|dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset|desset divuit|devuit dinou|denou vint vint-i-u|vint-i-una vint-i-dos|vint-i-dues vint-i-tres vint-i-quatre vint-i-cinc vint-i-sis vint-i-set vint-i-vuit vint-i-nou trenta trenta-u',
  seven: 'set',
  ordinals:
    'primer|primera|primers|primeres segon|segona tercer|tercera|tercers|terceres quart|quarta|quarts cinque|cinquena ultim|ultima|ultims|ultimes|darrer|darrera|darrers|darreres',
  hasQuarters: true,
} satisfies Lexicon;
