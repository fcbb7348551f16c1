import type { Vocabulary } from './words.ts';

export const fr = {
  words: {
    between: 'entre',
    lasts: 'duree|dure',
    alternate: 'sur deux',
    fortnightly: 'tous les quinze jours|tous les 15 jours|toutes les quinzaines',
    tonight: "ce soir|aujourd'hui au soir",
    and: 'et|&|+|puis',
    also: 'ainsi que|et aussi',
    or: 'ou|ou bien',
    to: "jusqu'a|jusqu a|jusque",
    at: 'a partir de|@|des|des les',
    'at or to': 'a|au|aux',
    from: 'a compter du|a compter de|a partir du|a partir d|des le|depuis le|debut le|de depart le',
    until: "jusqu'au|jusqu au|jusqu'en|jusqu en|jusqu'a fin",
    except:
      'sauf les|sauf le|sauf en|sauf|excepte|hors|hormis|ferme les|ferme le|ferme|fermee le|fermeture le|relache le|relache les|relache',
    every: 'tous les|toutes les|chaque|tous',
    plural: 'les',
    'of the': 'du',
    a: 'un|une',
    next: 'prochain|prochaine|qui vient|prochains',
    this: 'ce|cet|cette',
    'of month': 'de chaque mois|du mois|chaque mois|tous les mois|mensuel|par mois|mensuellement',
    'of year': "de chaque annee|chaque annee|tous les ans|annuel|par an|de l'annee|de l annee",
    month: 'mois',
    day: 'jour|jours',
    week: 'semaine|semaines',
    year: 'an|ans|annee|annees',
    daily: 'tous les jours|chaque jour|quotidiennement|quotidien',
    weekly: 'hebdomadaire|toutes les semaines|chaque semaine|de chaque semaine',
    workdays: 'jours ouvrables|en semaine|les jours ouvrables',
    weekends:
      'les week-ends|tous les week-ends|chaque week-end|tous les weekends|les weekends|chaque weekend|week-ends|le week-end',
    weekend: 'week-end|weekend|week end',
    today: "aujourd'hui|aujourd hui",
    tomorrow: 'demain',
    'day after tomorrow': 'apres-demain|apres demain',
    in: 'dans|durant|pendant|au mois',
    'week later': 'en huit',
    'all day': 'toute la journee|journee entiere|la journee entiere',
    noon: 'midi|le midi',
    midnight: 'minuit',
    morning: 'du matin|au matin|le matin|matin|matinee',
    afternoon:
      "de l'apres-midi|de l apres-midi|l'apres-midi|apres-midi|de l apres midi|l'apres midi|apres midi",
    mornings: 'matins|les matins',
    evenings: 'soirs|les soirs|les apres-midi',
    evening: 'du soir|le soir|au soir|en soiree|soir|soiree',
    night: 'de la nuit|la nuit|nuit',
    hour: 'h|heures|heure|hrs',
    minutes: 'min|mn|minutes',
    'and half': 'et demie|et demi',
    'and quarter': 'et quart',
    'quarter to': 'moins le quart|moins quart',
    times: 'seances|seance|fois|dates|representations|ateliers|cours|rencontres',
    once: 'une fois',
    twice: 'deux fois',
    doors: 'portes|ouverture des portes|ouverture|concert|debut du concert|spectacle|debut du spectacle',
    nothing:
      'de|d|le|la|l|en|quand|exposition|horaires|horaire|date|qui|courant|jour|vernissage|visite|visite guidee|atelier|conference|projection|rencontre|inauguration|entree libre|sur inscription|sur reservation|gratuit|entree gratuite|dans la limite des places disponibles|inclus|precises|le jour|ouvert|heure|presentation',
    vague:
      'feries|ferie|vacances|scolaires|scolaire|si|pluie|pleut|selon|fin|debut|mi|vers|environ|autre|sur|demande|periode|bimensuel|bimensuelle|bimestriel|calendrier',
    undated:
      'prochainement|confirmer|determiner|preciser|definir|bientot|ete|hiver|automne|printemps|paques|noel|consulter|consultez|ponctuellement|regulierement|autour|annoncer|venir|programme|rentree|semaine sainte',
  },
  months:
    'janvier|janv|jan fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre|sept|sep octobre|oct novembre|nov decembre|dec',
  weekdays:
    'lundi|lundis|lun mardi|mardis|mar mercredi|mercredis|mer|merc jeudi|jeudis|jeu vendredi|vendredis|ven|vend samedi|samedis|sam dimanche|dimanches|dim',
  numbers:
    'une|un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt-et-un|vingt-et-une vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente-et-un',
  seven: 'sept',
  ordinals:
    'premier|premiere|1er|premiers|premieres deuxieme|second|seconde|2e|2eme|deuxiemes|seconds troisieme|3e|3eme|troisiemes quatrieme|4e|4eme|quatriemes cinquieme|5e dernier|derniere|derniers|dernieres',
} satisfies Vocabulary;
