/** The material of a language's vocabulary, the most frequent words first. */
export interface Language {
  /** Grammatical words and the everyday words of a calendar, by frequency. */
  readonly frequent: readonly string[];
  readonly syllables: readonly string[];
  /** Endings of inflected and derived forms. */
  readonly endings: readonly string[];
  /** Beginnings of titles. */
  readonly kinds: readonly string[];
  /** The word between the beginning of a title and its subject. */
  readonly of: string;
}

const split = (text: string): string[] => text.trim().split(/\s+/);

export const languages = {
  ca: {
    frequent: split(`
      de la i el a les els en que un una per amb del al és es seva dels o més no com se aquest també
      concert música festa espai activitat taller públic gratuïta anys tots nit dia art exposició cultura
      sala obra dansa teatre infantil família història biblioteca grup veu cançó estiu mercat poble carrer
      cinema lectura llibre jove jazz dj visita guiada ruta tradició popular castells sardanes orquestra cor
      museu entrada lliure reserva plaça tarda inscripció edició programa jornada conferència`),
    syllables: split(`
      ca sar mun ta llo bre pla fon gra vi der mor est com pre tor nar fei xi que lu ma der po ri bas tre
      col cen fla jo ga ni par ros sol tin vel xar bon cli dra es`),
    endings: split('a s es ar at ada ats ades ant ció cions ment tat dor dora et eta ós osa ible isme'),
    kinds: split(
      'Concert Taller Exposició Festa Visita Conferència Ruta Mercat Cinema Ball Presentació Jornada',
    ),
    of: 'de',
  },
  en: {
    frequent: split(`
      the of and to in a for with on is at by from an our this all will you be your it as are free
      music concert workshop exhibition night festival children family library theatre dance film market town
      history tour guided talk reading book young jazz dj band choir open art artist stage community local
      evening morning booking required admission doors programme summer winter street square garden museum`),
    syllables: split(`
      ster wan dle brim tor nel fash con der gri mar pel ow sud tri vin lor ket ham bro cle dun fer gal
      hol ish jan kem lan min nor pol rud sel tam und vor wil yar zen`),
    endings: split('s ed ing er ers ly ness tion tions able ment al ous ful ist ism est y ity ive'),
    kinds: split('Concert Workshop Exhibition Festival Tour Talk Walk Market Film Dance Launch Conference'),
    of: 'of',
  },
  fr: {
    frequent: split(`
      de la et le les des en un une du pour dans est au avec par sur que qui ce aux son sa plus ou se
      concert musique atelier exposition soirée fête enfants famille bibliothèque théâtre danse film marché
      ville histoire visite guidée conférence lecture livre jeunes jazz dj groupe chœur libre art artiste scène
      public gratuit entrée réservation programme été hiver rue place jardin musée tradition populaire`),
    syllables: split(`
      char mon tel vre fou gne lan pei ri sau ton ver bla cou des fran gré hau jou lai mé nor pou qui
      ran sem trou vau cha bri cle dor é fleu gri moi`),
    endings: split('e s es er é ée és ées ant tion tions ment té eur euse eux age able isme ique'),
    kinds: split(
      'Concert Atelier Exposition Fête Visite Conférence Balade Marché Film Bal Présentation Journée',
    ),
    of: 'de',
  },
  es: {
    frequent: split(`
      de la y el a los las en que un una por con del al se su es para más no como o este también lo
      concierto música fiesta espacio actividad taller público gratuita años todos noche día arte exposición
      cultura sala obra danza teatro infantil familia historia biblioteca grupo voz canción verano mercado
      pueblo calle cine lectura libro joven jazz dj visita guiada ruta tradición popular orquesta coro museo`),
    syllables: split(`
      ca ro mon ta lle bra pla fuen gra vi der mor es con pre tor nar hue chi que lu ma do po ri bas tra
      col cen fla jo ga ñi par ros sol tin vel zar bue`),
    endings: split('o a os as ar ado ada ados adas ando ción ciones mente dad dor dora ito ita oso osa'),
    kinds: split(
      'Concierto Taller Exposición Fiesta Visita Conferencia Ruta Mercado Cine Baile Jornada Charla',
    ),
    of: 'de',
  },
} satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;
