import { eventsOf, type SampleEvent } from './event.ts';

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
export const year: SampleEvent[] = eventsOf(LINES).map(event => ({ ...event, organizer: 'council' }));
