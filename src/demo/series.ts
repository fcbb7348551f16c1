import { eventsOf, HOUR, type SampleEvent } from './event.ts';

/** What returns: courses, markets, walks. */
export const series: SampleEvent[] = [
  {
    title: ['Mercat de pagès', 'Farmers’ Market', 'Marché paysan', 'Mercado campesino'],
    slugs: ['mercat-de-pages', 'farmers-market', 'marche-paysan', 'mercado-campesino'],
    at: [-6, 6, '09:00'],
    lasts: 5 * HOUR,
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=26',
    categories: ['market'],
    tags: ['outdoors', 'free'],
    venue: 'square',
    organizer: 'council',
    picture: 'market',
    description: [
      'Fruita, verdura, formatge i pa de productors de menys de trenta quilòmetres.',
      'Fruit, vegetables, cheese and bread from producers within thirty kilometres.',
      'Fruits, légumes, fromages et pains de producteurs à moins de trente kilomètres.',
      'Fruta, verdura, queso y pan de productores a menos de treinta kilómetros.',
    ],
  },
  {
    title: ['L’hora del conte', 'Story Time', 'L’heure du conte', 'La hora del cuento'],
    at: [-4, 3, '17:30'],
    lasts: 45,
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=20',
    categories: ['families'],
    tags: ['free', 'accessible'],
    venue: 'library',
    picture: 'story',
  },
  {
    title: ['Ioga a la platja', 'Yoga on the Beach', 'Yoga sur la plage', 'Yoga en la playa'],
    at: [-2, 2, '08:00'],
    lasts: HOUR,
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=24',
    categories: ['sports'],
    tags: ['outdoors'],
    venue: 'beach',
    cost: '5 €',
  },
  {
    title: [
      'Assaig obert del cor',
      'Open Choir Rehearsal',
      'Répétition ouverte du chœur',
      'Ensayo abierto del coro',
    ],
    at: [-3, 4, '20:00'],
    lasts: 2 * HOUR,
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=10',
    categories: ['music'],
    venue: 'church',
  },
  {
    title: [
      'Cinefòrum del primer dimarts',
      'First Tuesday Film Club',
      'Ciné-club du premier mardi',
      'Cinefórum del primer martes',
    ],
    at: [-4, 2, '19:30'],
    lasts: 150,
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=6',
    categories: ['talks'],
    venue: 'theatre',
    cost: '6 €',
  },
  {
    title: ['Sortida del mes', 'Walk of the Month', 'Randonnée du mois', 'Excursión del mes'],
    at: [-13, 7, '08:30'],
    lasts: 5 * HOUR,
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1SU;COUNT=12',
    categories: ['sports'],
    tags: ['outdoors', 'free'],
    venue: 'beach',
    organizer: 'hikers',
    cost: '0',
  },
  {
    title: [
      'Visita guiada a la vila',
      'Guided Walk',
      'Visite guidée de la ville',
      'Visita guiada a la villa',
    ],
    at: [-13, 6, '11:00'],
    lasts: 90,
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=26',
    categories: ['talks'],
    venue: 'square',
    cost: '4 €',
    picture: 'square',
  },
  ...eventsOf(`
-13/7*52 18:00 150 music club 5_€ dance | Ball de tarda | Afternoon Dance | Bal de l’après-midi | Baile de tarde
-13/4*52 22:00 150 jazz club 0 jazz | Jam del dijous | Thursday Jam | Bœuf du jeudi | Jam del jueves
-13/1*52 18:30 75 talks library 0 - | Conversa en català | Catalan Conversation | Conversation en catalan | Conversación en catalán
-12/5*40 17:30 90 families square 0 - | Escacs a la plaça | Chess in the Square | Échecs sur la place | Ajedrez en la plaza
-12/3*40 07:30 45 sports beach 0 sea | Nedada de bon matí | Early Swim | Baignade matinale | Baño matutino
-12/2*40 17:00 120 exhibitions museum 12_€ - | Taller de ceràmica | Ceramics Workshop | Atelier de céramique | Taller de cerámica
`),
];
