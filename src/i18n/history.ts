import type { Translations } from './language.ts';

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
  version: {
    ca: 'Número de la versió, que dona la llista de canvis.',
    en: 'Number of the version, as the list of changes tells it.',
    fr: 'Numéro de la version, que donne la liste des modifications.',
    es: 'Número de la versión, que da la lista de cambios.',
  },
} as const satisfies Record<string, Translations>;

/** What the members of a change mean. */
export const changeWords = {
  version: {
    ca: 'Número amb què es pot llegir i recuperar l’element tal com era abans; hi falta si abans no hi era.',
    en: 'Number under which the record as it was before can be read and restored; absent where there was none before.',
    fr: 'Numéro sous lequel l’élément tel qu’il était avant peut être lu et rétabli ; absent s’il n’existait pas encore.',
    es: 'Número con el que se puede leer y recuperar el elemento tal como era antes; falta si antes no existía.',
  },
  operation: {
    ca: 'Què s’ha fet: create, update, trash, restore o, definitivament, delete.',
    en: 'What was done: create, update, trash, restore or, for good, delete.',
    fr: 'Ce qui a été fait : create, update, trash, restore ou, définitivement, delete.',
    es: 'Qué se ha hecho: create, update, trash, restore o, definitivamente, delete.',
  },
  date: {
    ca: 'Data i hora del canvi, en el fus horari del lloc web.',
    en: 'Date and time of the change, in the time zone of the site.',
    fr: 'Date et heure de la modification, dans le fuseau horaire du site.',
    es: 'Fecha y hora del cambio, en la zona horaria del sitio web.',
  },
  date_utc: {
    ca: 'Data i hora del canvi, en UTC.',
    en: 'Date and time of the change, in UTC.',
    fr: 'Date et heure de la modification, en UTC.',
    es: 'Fecha y hora del cambio, en UTC.',
  },
  user: {
    ca: 'Qui l’ha fet; null si no ho ha fet cap usuari.',
    en: 'Who made it; null where no user did.',
    fr: 'Qui l’a faite ; null si aucun utilisateur n’en est l’auteur.',
    es: 'Quién lo ha hecho; null si no lo ha hecho ningún usuario.',
  },
  credential: {
    ca: 'Amb què s’ha fet. Quina contrasenya d’aplicació era ho veuen els editors, els administradors i qui va fer el canvi.',
    en: 'What it was made with. Which application password it was is told to editors, administrators and who made the change.',
    fr: 'Ce avec quoi elle a été faite. Le mot de passe d’application est indiqué aux éditeurs, aux administrateurs et à l’auteur de la modification.',
    es: 'Con qué se ha hecho. Qué contraseña de aplicación era lo ven los editores, los administradores y quien hizo el cambio.',
  },
  changed: {
    ca: 'Els membres de l’element que han canviat.',
    en: 'The members of the record that were changed.',
    fr: 'Les membres de l’élément qui ont été modifiés.',
    es: 'Los miembros del elemento que han cambiado.',
  },
  rest_url: {
    ca: 'Adreça de la versió d’abans del canvi.',
    en: 'Address of the version before the change.',
    fr: 'Adresse de la version antérieure à la modification.',
    es: 'Dirección de la versión anterior al cambio.',
  },
  before: {
    ca: 'L’element tal com era abans, si és d’aquest tipus.',
    en: 'The record as it was before, where it is of this type.',
    fr: 'L’élément tel qu’il était avant, s’il est de ce type.',
    es: 'El elemento tal como era antes, si es de este tipo.',
  },
} as const satisfies Record<string, Translations>;

/** What the members of a record in the trash mean, where answers of the interface have none of the same name. */
export const trashedWords = {
  type: {
    ca: 'Tipus d’element: event, venue o organizer.',
    en: 'Type of the record: event, venue or organizer.',
    fr: 'Type d’élément : event, venue ou organizer.',
    es: 'Tipo de elemento: event, venue u organizer.',
  },
  name: {
    ca: 'Títol de l’esdeveniment o nom de l’espai o de l’organitzador.',
    en: 'Title of the event, or name of the venue or organizer.',
    fr: 'Titre de l’événement, ou nom du lieu ou de l’organisateur.',
    es: 'Título del evento, o nombre del lugar o del organizador.',
  },
  status_before_trash: {
    ca: 'Estat que tenia l’element abans d’anar a la paperera.',
    en: 'Status that the record had before it was trashed.',
    fr: 'Statut de l’élément avant sa mise à la corbeille.',
    es: 'Estado que tenía el elemento antes de ir a la papelera.',
  },
  rest_url: {
    ca: 'Adreça de l’element dins la paperera.',
    en: 'Address of the record in the trash.',
    fr: 'Adresse de l’élément dans la corbeille.',
    es: 'Dirección del elemento en la papelera.',
  },
  deleted: {
    ca: 'Quants elements de cada tipus s’han eliminat definitivament.',
    en: 'How many records of each type were deleted for good.',
    fr: 'Nombre d’éléments de chaque type définitivement supprimés.',
    es: 'Cuántos elementos de cada tipo se han eliminado definitivamente.',
  },
} as const satisfies Record<string, Translations>;

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
} as const satisfies Record<string, Translations>;

/** What the namespaces beside the interface are for. */
export const aboutWords = {
  history: {
    ca: 'L’historial dels esdeveniments, els espais, els organitzadors, les categories i les etiquetes: què s’hi ha canviat, qui ho ha fet i com eren abans. El veu qui pot modificar l’element, i pot retornar-lo a qualsevol versió anterior.',
    en: 'The history of events, venues, organizers, categories and tags: what was changed, by whom, and what they were before. It is for those who may change the record, and who may bring any earlier version back.',
    fr: 'L’historique des événements, des lieux, des organisateurs, des catégories et des étiquettes : ce qui a été modifié, par qui, et ce qu’ils étaient avant. Il est réservé à qui peut modifier l’élément, et peut en rétablir toute version antérieure.',
    es: 'El historial de los eventos, los lugares, los organizadores, las categorías y las etiquetas: qué se ha cambiado, quién lo ha hecho y cómo eran antes. Lo ve quien puede modificar el elemento, y puede devolverlo a cualquier versión anterior.',
  },
  trash: {
    ca: 'El que hi ha a la paperera: esdeveniments, espais i organitzadors que s’han eliminat, que es poden recuperar o eliminar definitivament.',
    en: 'What is in the trash: events, venues and organizers that were deleted, to be brought back or deleted for good.',
    fr: 'Le contenu de la corbeille : les événements, les lieux et les organisateurs supprimés, à rétablir ou à supprimer définitivement.',
    es: 'Lo que hay en la papelera: eventos, lugares y organizadores que se han eliminado, que se pueden recuperar o eliminar definitivamente.',
  },
} as const satisfies Record<string, Translations>;
