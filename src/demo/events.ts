import { eventsOf, type SampleEvent } from './event.ts';
import { highlights } from './highlights.ts';
import { series } from './series.ts';

/** What a town does in a year. */
const LINES = `
01-05 18:00 120 families square 0 night | Cavalcada dels Reis Mags | The Three Kings Arrive | Arrivée des Rois mages | Llegada de los Reyes Magos
01-17 11:00 150 families square 0 - | Els Tres Tombs | Blessing of the Horses | Bénédiction des chevaux | Bendición de los caballos
01-24 20:00 90 music church 10_€ strings | Quartets d’hivern: Haydn i Toldrà | Winter Quartets: Haydn and Toldrà | Quatuors d’hiver : Haydn et Toldrà | Cuartetos de invierno: Haydn y Toldrà
02-06 19:00 75 talks library 0 books | Presentació: Cartes des del far | Book Launch: Letters from the Lighthouse | Présentation : Lettres du phare | Presentación: Cartas desde el faro
02-13 17:30 180 families square 0 story | Rua de Carnaval | Carnival Parade | Défilé du carnaval | Desfile de Carnaval
02-20 10:00 30d exhibitions museum 0 waves | Deu tallers, deu mirades | Ten Studios, Ten Views | Dix ateliers, dix regards | Diez talleres, diez miradas
03-06 21:00 100 theatre theatre 15_€ stage | Les tres germanes | Three Sisters | Les Trois Sœurs | Tres hermanas
03-21 10:00 240 sports beach 0 sea | Neteja de la platja | Beach Clean-up | Nettoyage de la plage | Limpieza de la playa
03-28 12:00 90 music square 0 - | Matinal de cobla | Cobla Band at Noon | Cobla en matinée | Matinal de cobla
04-10 09:00 300 market square 0 market | Fira de la Flor | Flower Fair | Foire aux fleurs | Feria de la Flor
04-23 10:00 600 market square 0 books | Sant Jordi: roses i llibres | Saint George’s Day: Roses and Books | Saint-Georges : roses et livres | San Jorge: rosas y libros
05-01 08:00 360 sports square 12_€ - | Marxa dels tres cims | Three Summits Walk | Marche des trois sommets | Marcha de las tres cimas
05-15 19:00 300 exhibitions museum 0 night | Nit dels Museus | Night of Museums | Nuit des musées | Noche de los Museos
05-22 21:30 120 jazz club 12_€ jazz | Trio Solana: Estàndards de butxaca | Trio Solana: Pocket Standards | Trio Solana : standards de poche | Trío Solana: Estándares de bolsillo
06-05 10:00 90d exhibitions museum 4_€ sea | Fars i faroners | Lighthouses and Their Keepers | Phares et gardiens | Faros y fareros
06-23 22:00 240 music beach 0 night | Revetlla de Sant Joan | Midsummer Bonfire | Feux de la Saint-Jean | Verbena de San Juan
07-03 22:00 110 theatre square 0 stage | Cinema a la plaça: Tarda d’agost | Open-air Cinema: August Afternoon | Cinéma en plein air : Après-midi d’août | Cine en la plaza: Tarde de agosto
07-16 19:00 120 sports beach 0 waves | Processó marinera | Procession of Boats | Procession en mer | Procesión marinera
07-30 22:00 120 music beach 8_€ strings | Cançons a la vora del mar | Songs by the Sea | Chansons au bord de la mer | Canciones junto al mar
08-14 20:00 5d music square 0 square | Festa Major de Vilaserena | Vilaserena Town Festival | Fête de Vilaserena | Fiesta Mayor de Vilaserena
08-16 23:00 45 families beach 0 night | Castell de focs | Fireworks | Feu d’artifice | Castillo de fuegos
09-05 09:30 240 sports beach 20_€ sea | Regata de tardor | Autumn Regatta | Régate d’automne | Regata de otoño
09-11 12:00 120 music square 0 - | Concert de la Diada | National Day Concert | Concert de la Diada | Concierto de la Diada
09-26 10:00 480 exhibitions museum 0 waves | Jornades del Patrimoni | Heritage Days | Journées du patrimoine | Jornadas del Patrimonio
10-03 09:00 360 market square 0 market | Fira del Bolet | Mushroom Fair | Foire aux champignons | Feria de la Seta
10-17 20:30 95 theatre theatre 16_€ stage | Dansa: Sal i vent | Dance: Salt and Wind | Danse : Sel et vent | Danza: Sal y viento
10-31 18:00 180 families square 0 story | Castanyada | Chestnut Evening | Soirée châtaignes | Castañada
11-07 10:00 45d exhibitions museum 0 strings | Instruments del Mediterrani | Instruments of the Mediterranean | Instruments de la Méditerranée | Instrumentos del Mediterráneo
11-13 19:00 80 talks library 0 books | Converses al Claustre: el clima que ve | Cloister Talks: The Climate Ahead | Entretiens du cloître : le climat qui vient | Conversaciones en el Claustro: el clima que viene
11-21 21:30 120 jazz club 12_€ jazz | Blues de novembre | November Blues | Blues de novembre | Blues de noviembre
11-28 19:00 60 music church 0 - | Santa Cecília: concert dels alumnes | Saint Cecilia: Students’ Concert | Sainte-Cécile : concert des élèves | Santa Cecilia: concierto de los alumnos
12-05 10:00 16d market square 0 market | Fira de Nadal | Christmas Market | Marché de Noël | Mercado de Navidad
12-13 17:00 75 families library 0 story | Contes de Santa Llúcia | Saint Lucy’s Tales | Contes de la Sainte-Lucie | Cuentos de Santa Lucía
12-19 20:00 90 music church 5_€ strings | Concert de Nadal | Christmas Concert | Concert de Noël | Concierto de Navidad
12-26 18:00 120 theatre theatre 9_€ stage | Els Pastorets | The Shepherds’ Play | La Pastorale | Los Pastorcillos
12-31 23:30 150 music square 0 night | Campanades a la plaça | Midnight in the Square | Minuit sur la place | Campanadas en la plaza
`;

/** The fixtures of the year around today. */
const year: SampleEvent[] = eventsOf(LINES).map(event => ({ ...event, organizer: 'council' }));

/** Events that fill days. */
export const others: SampleEvent[] = eventsOf(`
-3/6 20:30 100 theatre theatre 16_€ - | La senyora Florentina | Mrs Florentina | Madame Florentine | La señora Florentina
-2/7 12:00 90 music square 0 - | Audició de sardanes | Sardana Dancing | Audition de sardanes | Audición de sardanas
-1/5 19:00 75 talks library 0 - | Club de lectura: Mirall trencat | Reading Group: A Broken Mirror | Club de lecture : Miroir brisé | Club de lectura: Espejo roto
-1/6 18:00 60 families theatre 7_€ - | Titelles: La caputxeta blava | Puppets: Little Blue Riding Hood | Marionnettes : le Petit Chaperon bleu | Títeres: Caperucita Azul
-1/7 09:00 240 sports beach 10_€ - | Cursa dels cinc ponts | Five Bridges Run | Course des cinq ponts | Carrera de los cinco puentes
0/1 18:30 90 talks museum 0 - | Com es fa un tap? | How Is a Cork Made? | Comment fait-on un bouchon ? | ¿Cómo se hace un tapón?
1/2 20:00 75 music church 0 - | Concert d’orgue | Organ Recital | Concert d’orgue | Concierto de órgano
0/3 10:00 120 sports beach 0 - | Neteja de la platja | Beach Clean-up | Nettoyage de la plage | Limpieza de la playa
0/4 19:00 60 talks library 0 - | Presentació: Contes de la mar petita | Book Launch: Tales of the Small Sea | Présentation : Contes de la petite mer | Presentación: Cuentos de la mar pequeña
0/6 11:00 60 families library 0 - | Bebeteca | Baby Library | Bébés lecteurs | Bebeteca
0/6 17:00 120 families square 0 - | Gimcana dels oficis | Old Trades Treasure Hunt | Rallye des métiers | Gincana de los oficios
0/6 18:00 90 theatre club 9_€ - | Improvisació en tres actes | Improvisation in Three Acts | Improvisation en trois actes | Improvisación en tres actos
0/6 23:00 180 music club 5_€ - | Ball de nit amb DJ Marinada | Late Dance with DJ Marinada | Bal de nuit avec DJ Marinada | Baile de noche con DJ Marinada
0/7 08:30 300 sports square 3_€ - | Caminada a l’ermita | Walk to the Hermitage | Marche jusqu’à l’ermitage | Caminata a la ermita
0/7 12:00 90 music square 0 - | Vermut musical | Music and Vermouth | Apéritif musical | Vermut musical
0/7 18:00 80 theatre theatre 12_€ - | Dansa: Arrels | Dance: Roots | Danse : Racines | Danza: Raíces
1/1 18:00 120 talks library 0 - | Taller de cal·ligrafia | Calligraphy Workshop | Atelier de calligraphie | Taller de caligrafía
1/2 20:30 90 jazz club 10_€ - | Duo de piano i veu | Piano and Voice | Duo piano et voix | Dúo de piano y voz
1/4 18:30 60 exhibitions museum 0 - | Visita comentada amb la fotògrafa | Tour with the Photographer | Visite avec la photographe | Visita comentada con la fotógrafa
1/6 11:30 60 families square 0 - | Contes i castells | Tales and Human Towers | Contes et tours humaines | Cuentos y torres humanas
1/7 19:00 80 music church 10_€ - | Cor de cambra: Música de llum | Chamber Choir: Music of Light | Chœur de chambre : Musique de lumière | Coro de cámara: Música de luz
2/2 19:00 90 talks museum 0 - | Debat: L’aigua que ve | Debate: The Water to Come | Débat : l’eau de demain | Debate: El agua que viene
2/6 10:00 480 market square 0 - | Fira de Nadal | Christmas Fair | Marché de Noël | Feria de Navidad
2/6 19:00 90 music theatre 14_€ - | Gospel al Principal | Gospel at the Principal | Gospel au Principal | Góspel en el Principal
2/7 17:00 120 families theatre 6_€ - | Els Pastorets | The Shepherds’ Play | La Pastorale | Los Pastorcillos
3/3 18:00 90 families library 0 - | Taller de fanalets | Lantern Workshop | Atelier de lanternes | Taller de farolillos
3/5 21:00 120 jazz club 12_€ - | Big Band de la Costa | Big Band de la Costa | Big Band de la Costa | Big Band de la Costa
4/6 20:00 120 music theatre 20_€ - | Concert de Cap d’Any | New Year’s Concert | Concert du Nouvel An | Concierto de Año Nuevo
5/2 18:00 180 families square 0 - | Cavalcada de Reis | Three Kings’ Parade | Cavalcade des Rois | Cabalgata de Reyes
6/6 09:00 480 sports beach 25_€ - | Travessa de les illes | Swim around the Islands | Traversée des îles | Travesía de las islas
8/5 20:00 90 theatre theatre 18_€ - | Monòleg: Tot recte | Monologue: Straight On | Seule en scène : Tout droit | Monólogo: Todo recto
0/7 01:30 90 music club 6_€ late | Vinils de matinada | Vinyl after Midnight | Vinyles au petit matin | Vinilos de madrugada
1/5 23:30 75 music church 8_€ late | Espelmes i violoncel | Cello by Candlelight | Violoncelle aux chandelles | Violonchelo a la luz de las velas
1/6 22:30 120 jazz club 10_€ late | Nocturn: Anna Ferrer Trio | Nocturne: Anna Ferrer Trio | Nocturne : Anna Ferrer Trio | Nocturno: Anna Ferrer Trio
2/7 00:30 120 music club 5_€ dance | Ball fins que surti el sol | Dancing until Dawn | Bal jusqu’à l’aube | Baile hasta el alba
`);

/** Of the events in the weeks around today, those of a season, which `year` has on their days. */
const SEASONAL = new Set([
  ...['Three Kings’ Parade', 'New Year’s Concert', 'Christmas Fair', 'The Shepherds’ Play'],
  ...['Lantern Workshop', 'Beach Clean-up'],
]);

/** All events of the demonstration. */
export const demoEvents: SampleEvent[] = [
  ...[...highlights, ...series, ...others].filter(({ title }) => !SEASONAL.has(title[1])),
  ...year,
];
