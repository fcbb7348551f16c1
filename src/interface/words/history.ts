import type { Words } from './words.ts';

/** The history of records and the trash: what their operations do, and what these accept. */
export const historyWords = {
  list: {
    ca: 'Llista els canvis d’un element, del més recent al més antic.',
    en: 'Lists the changes of a record, the latest first.',
    fr: 'Liste les modifications d’un élément, de la plus récente à la plus ancienne.',
    es: 'Lista los cambios de un elemento, del más reciente al más antiguo.',
  },
  read: {
    ca: 'Mostra un element tal com era abans d’un canvi.',
    en: 'Shows a record as it was before a change.',
    fr: 'Affiche un élément tel qu’il était avant une modification.',
    es: 'Muestra un elemento tal como era antes de un cambio.',
  },
  restore: {
    ca: 'Retorna un element a l’estat que tenia abans d’un canvi.',
    en: 'Makes a record again what it was before a change.',
    fr: 'Rend à un élément l’état qu’il avait avant une modification.',
    es: 'Devuelve un elemento al estado que tenía antes de un cambio.',
  },
  id: {
    ca: 'Identificador de l’element.',
    en: 'Id of the record.',
    fr: 'Identifiant de l’élément.',
    es: 'Identificador del elemento.',
  },
} as const satisfies Record<string, Words>;

export const trashWords = {
  list: {
    ca: 'Llista els elements de la paperera que l’usuari pot modificar.',
    en: 'Lists what is in the trash, as far as the user may change it.',
    fr: 'Liste les éléments de la corbeille que l’utilisateur peut modifier.',
    es: 'Lista los elementos de la papelera que el usuario puede modificar.',
  },
  read: {
    ca: 'Mostra un element de la paperera.',
    en: 'Shows a record in the trash.',
    fr: 'Affiche un élément de la corbeille.',
    es: 'Muestra un elemento de la papelera.',
  },
  restore: {
    ca: 'Treu un element de la paperera i li retorna l’estat i els enllaços que hi va perdre.',
    en: 'Takes a record out of the trash and gives it back the status and the links that it lost there.',
    fr: 'Sort un élément de la corbeille et lui rend le statut et les liens qu’il y avait perdus.',
    es: 'Saca un elemento de la papelera y le devuelve el estado y los enlaces que perdió en ella.',
  },
  delete: {
    ca: 'Elimina definitivament un element de la paperera.',
    en: 'Deletes a record in the trash for good.',
    fr: 'Supprime définitivement un élément de la corbeille.',
    es: 'Elimina definitivamente un elemento de la papelera.',
  },
  empty: {
    ca: 'Buida la paperera i n’elimina definitivament els elements.',
    en: 'Empties the trash, deleting for good what is in it.',
    fr: 'Vide la corbeille et en supprime définitivement les éléments.',
    es: 'Vacía la papelera y elimina definitivamente sus elementos.',
  },
  type: {
    ca: 'Tipus d’element, separats per comes: event, venue, organizer; tots si no s’indica.',
    en: 'Types of record, separated by commas: event, venue, organizer; all of them where it is not given.',
    fr: 'Types d’élément, séparés par des virgules : event, venue, organizer ; tous si rien n’est indiqué.',
    es: 'Tipos de elemento, separados por comas: event, venue, organizer; todos si no se indica.',
  },
  days: {
    ca: 'Dies que un element ha de portar a la paperera sense canvis perquè s’elimini.',
    en: 'Days for which a record must have been in the trash, unchanged, to be deleted.',
    fr: 'Nombre de jours qu’un élément doit avoir passés dans la corbeille, inchangé, pour être supprimé.',
    es: 'Días que un elemento tiene que llevar en la papelera sin cambios para que se elimine.',
  },
} as const satisfies Record<string, Words>;
