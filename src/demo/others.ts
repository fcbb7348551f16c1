import { eventsOf, type SampleEvent } from './event.ts';

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
