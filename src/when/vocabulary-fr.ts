import type { Lexicon } from './words.ts';

export const fr = {
  words: {
    ...{ between: 'entre', lasts: 'duree|duree env|duree environ|duree approximative|dure' },
    ...{ for: 'durant|pendant', alternate: 'sur deux|sur 2' },
    fortnightly: 'tous les quinze jours|tous les 15 jours|toutes les quinzaines',
    ...{ tonight: "ce soir|aujourd'hui au soir", and: 'et|&|+|puis', also: 'ainsi que|et aussi' },
    ...{ or: 'ou|ou bien', to: "jusqu'a|jusqu a|jusque", at: 'a partir de|@|des|des les' },
    'at or to': 'a|au|aux',
    from: 'a compter du|a compter de|a partir du|a partir d|des le|depuis le|debut le|de depart le',
    until: "jusqu'au|jusqu au|jusqu'en|jusqu en|se termine le|finit le|finit|se termine",
    'end of': 'fin|la fin de',
    except:
      "sauf les|sauf le|sauf en|sauf|excepte|hors|hormis|ferme les|ferme le|ferme|fermee le|fermeture le|relache le|relache les|relache|a l'exception du|a l'exception des|a l'exception de|pas de seance le|pas de seance|pas de cours le|pas de cours|pas de representation le|pas de representation|sans seance le",
    ...{ every: 'tous les|toutes les|chaque|tous', plural: 'les', 'of the': 'du', a: 'un|une' },
    ...{ next: 'prochain|prochaine|qui vient|prochains', this: 'ce|cet|cette' },
    'of month': 'de chaque mois|du mois|chaque mois|tous les mois|mensuel|par mois|mensuellement',
    'of year': "de chaque annee|chaque annee|tous les ans|annuel|par an|de l'annee|de l annee",
    ...{ month: 'mois', day: 'jour|jours', week: 'semaine|semaines', year: 'an|ans|annee|annees' },
    daily: 'tous les jours|tlj|chaque jour|quotidiennement|quotidien',
    weekly: 'hebdomadaire|toutes les semaines|chaque semaine|de chaque semaine',
    workdays: 'tous les jours ouvrables|jours ouvrables|en semaine|les jours ouvrables',
    weekends:
      'les week-ends|tous les week-ends|chaque week-end|tous les weekends|les weekends|chaque weekend|week-ends|le week-end',
    ...{ weekend: 'week-end|weekend|week end', today: "aujourd'hui|aujourd hui", tomorrow: 'demain' },
    ...{ 'day after tomorrow': 'apres-demain|apres demain', in: 'dans|au mois', 'week later': 'en huit' },
    ...{ 'all month': 'tout le mois de|tout le mois d|tout le mois', opening: 'vernissage|inauguration' },
    ...{ 'all day': 'toute la journee|journee entiere|la journee entiere', noon: 'midi|le midi' },
    ...{ midnight: 'minuit', morning: 'am|a m|du matin|au matin|le matin|matin|matinee' },
    afternoon:
      "pm|p m|de l'apres-midi|de l apres-midi|l'apres-midi|apres-midi|de l apres midi|l'apres midi|apres midi",
    ...{ mornings: 'matins|les matins', evenings: 'soirs|les soirs|les apres-midi' },
    ...{ evening: 'du soir|le soir|au soir|en soiree|soir|soiree', night: 'de la nuit|la nuit|nuit' },
    ...{ hour: 'h|heures|heure|hrs', minutes: 'min|mn|minutes', 'and half': 'et demie|et demi' },
    ...{ 'and quarter': 'et quart', 'quarter to': 'moins le quart|moins quart' },
    times: 'seances|seance|departs|depart|fois|dates|representations|ateliers|cours|rencontres',
    ...{ once: 'une fois', twice: 'deux fois', doors: 'portes|ouverture des portes|ouverture' },
    show: 'concert|debut du concert|spectacle|debut du spectacle',
    nothing:
      "de|d|le|la|l|en|quand|exposition|horaires|horaire|date|qui|courant|jour|visite|visite guidee|atelier|conference|projection|rencontre|entree libre|sur inscription|sur reservation|gratuit|entree gratuite|dans la limite des places disponibles|inclus|precises|le jour|rdv|rendez-vous|ouvert|heure|presentation|seulement|uniquement|portes ouvertes|visible|heure de paris|heure locale|vostfr|vost|a lieu le|a lieu|aura lieu le|aura lieu|se tient le|se tient|se tiendra le|se tiendra|se deroule|se deroulera|coup d'envoi|tout public|tous publics|jusqu'a tard|jusqu'au bout de la nuit|depart de|au depart de|depart devant",
    vague:
      'feries|ferie|vacances|scolaires|scolaire|si|pluie|pleut|selon|debut|mi|vers|environ|autre|sur|demande|periode|bimensuel|bimensuelle|bimestriel|calendrier|pas|prochainement|confirmer|determiner|preciser|definir|bientot|consulter|consultez|ponctuellement|regulierement|annoncer|veille|lendemain|quinzaine|fermes|fermees',
    undated: 'ete|hiver|automne|printemps|paques|noel|autour|venir|programme|rentree|semaine sainte',
  },
  feasts: {
    '01-01': "jour de l'an|jour de l an",
    '02-14': 'saint-valentin|saint valentin',
    '06-21': 'fete de la musique',
    '08-15': 'assomption',
    '11-01': 'toussaint|jour de la toussaint',
    '12-25': 'noel|jour de noel',
  },
  months:
    'janvier|janv|jan fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre|sept|sep octobre|oct novembre|nov decembre|dec',
  weekdays:
    'lundi|lundis|lun|lu° mardi|mardis|mar|ma° mercredi|mercredis|mer|merc|me° jeudi|jeudis|jeu|je° vendredi|vendredis|ven|vend|ve° samedi|samedis|sam|sa° dimanche|dimanches|dim|di°',
  numbers:
    'une|un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-un|vingt-et-une vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente-et-un',
  seven: 'sept',
  ordinals:
    'premier|premiere|1er|1ers|premiers|premieres deuxieme|second|seconde|2e|2eme|2emes|2es|deuxiemes|seconds troisieme|3e|3eme|3emes|3es|troisiemes quatrieme|4e|4eme|4emes|4es|quatriemes cinquieme|5e dernier|derniere|derniers|dernieres',
} satisfies Lexicon;
