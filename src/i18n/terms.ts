import type { Translations } from './language.ts';

/** What the fields of a category accept. */
export const categoryWords = {
  name: {
    ca: 'Nom de la categoria, en text sense format; no es pot repetir dins d’una mateixa categoria superior.',
    en: 'Name of the category, as plain text; it cannot occur twice under the same parent.',
    fr: 'Nom de la catégorie, en texte brut ; il ne peut pas apparaître deux fois sous une même catégorie parente.',
    es: 'Nombre de la categoría, en texto sin formato; no se puede repetir dentro de una misma categoría superior.',
  },
  description: {
    ca: 'Descripció de la categoria, en text o en HTML senzill.',
    en: 'Description of the category, as text or simple HTML.',
    fr: 'Description de la catégorie, en texte ou en HTML simple.',
    es: 'Descripción de la categoría, en texto o en HTML sencillo.',
  },
  slug: {
    ca: 'Part llegible de l’adreça de la categoria (slug); si no s’indica en crear-la, es forma a partir del nom.',
    en: 'Readable part of the address of the category (slug); a new category without one takes it from its name.',
    fr: 'Partie lisible de l’adresse de la catégorie (slug) ; si elle manque à la création, elle est tirée du nom.',
    es: 'Parte legible de la dirección de la categoría (slug); si no se indica al crearla, se forma a partir del nombre.',
  },
  parent: {
    ca: 'Identificador de la categoria superior; 0 situa la categoria al primer nivell.',
    en: 'Id of the parent category; 0 places the category at the top level.',
    fr: 'Identifiant de la catégorie parente ; 0 place la catégorie au premier niveau.',
    es: 'Identificador de la categoría superior; 0 sitúa la categoría en el primer nivel.',
  },
  id: {
    ca: 'Identificador de la categoria.',
    en: 'Id of the category.',
    fr: 'Identifiant de la catégorie.',
    es: 'Identificador de la categoría.',
  },
} as const satisfies Record<string, Translations>;

/** What the fields of a tag accept. */
export const tagWords = {
  name: {
    ca: 'Nom de l’etiqueta, en text sense format; no es pot repetir.',
    en: 'Name of the tag, as plain text; no other tag can have it.',
    fr: 'Nom de l’étiquette, en texte brut ; aucune autre étiquette ne peut le porter.',
    es: 'Nombre de la etiqueta, en texto sin formato; no se puede repetir.',
  },
  description: {
    ca: 'Descripció de l’etiqueta, en text o en HTML senzill.',
    en: 'Description of the tag, as text or simple HTML.',
    fr: 'Description de l’étiquette, en texte ou en HTML simple.',
    es: 'Descripción de la etiqueta, en texto o en HTML sencillo.',
  },
  slug: {
    ca: 'Part llegible de l’adreça de l’etiqueta (slug); si no s’indica en crear-la, es forma a partir del nom.',
    en: 'Readable part of the address of the tag (slug); a new tag without one takes it from its name.',
    fr: 'Partie lisible de l’adresse de l’étiquette (slug) ; si elle manque à la création, elle est tirée du nom.',
    es: 'Parte legible de la dirección de la etiqueta (slug); si no se indica al crearla, se forma a partir del nombre.',
  },
  id: {
    ca: 'Identificador de l’etiqueta.',
    en: 'Id of the tag.',
    fr: 'Identifiant de l’étiquette.',
    es: 'Identificador de la etiqueta.',
  },
} as const satisfies Record<string, Translations>;

/** What the filters of the list of categories do. */
export const categoryFilterWords = {
  search: {
    ca: 'Només les categories que contenen aquest text al nom o al slug.',
    en: 'Only categories that contain this text in their name or slug.',
    fr: 'Uniquement les catégories dont le nom ou le slug contient ce texte.',
    es: 'Solo las categorías que contienen este texto en el nombre o en el slug.',
  },
  exclude: {
    ca: 'Totes les categories excepte aquestes, indicades per identificador, en una llista o separades per comes.',
    en: 'All categories but these, given by id, in a list or separated by commas.',
    fr: 'Toutes les catégories sauf celles-ci, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    es: 'Todas las categorías salvo estas, indicadas por identificador, en una lista o separadas por comas.',
  },
  include: {
    ca: 'Només aquestes categories, indicades per identificador, en una llista o separades per comes.',
    en: 'Only these categories, given by id, in a list or separated by commas.',
    fr: 'Uniquement ces catégories, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    es: 'Solo estas categorías, indicadas por identificador, en una lista o separadas por comas.',
  },
  order: {
    ca: 'Sentit de l’ordenació: asc, ascendent (per defecte), o desc, descendent.',
    en: 'Direction of the order: asc, ascending (the default), or desc, descending.',
    fr: 'Sens du tri : asc, croissant (par défaut), ou desc, décroissant.',
    es: 'Sentido de la ordenación: asc, ascendente (predeterminado), o desc, descendente.',
  },
  orderby: {
    ca: 'Criteri d’ordenació de les categories: name (per defecte), id, slug, count, description, parent, term_group, include o none.',
    en: 'What categories are ordered by: name (the default), id, slug, count, description, parent, term_group, include or none.',
    fr: 'Critère de tri des catégories : name (par défaut), id, slug, count, description, parent, term_group, include ou none.',
    es: 'Criterio de ordenación de las categorías: name (predeterminado), id, slug, count, description, parent, term_group, include o none.',
  },
  hide_empty: {
    ca: 'Indica si s’ometen les categories sense esdeveniments publicats, tret que en tingui alguna de les seves subcategories; per defecte, true.',
    en: 'Whether categories without published events are left out, unless one of their subcategories has some; true by default.',
    fr: 'Indique si les catégories sans événement publié sont omises, à moins que l’une de leurs sous-catégories n’en ait ; true par défaut.',
    es: 'Indica si se omiten las categorías sin eventos publicados, salvo que los tenga alguna de sus subcategorías; de forma predeterminada, true.',
  },
  parent: {
    ca: 'Només les categories que depenen directament de la que té aquest identificador; 0 demana les del primer nivell.',
    en: 'Only categories directly under the one with this id; 0 asks for those of the top level.',
    fr: 'Uniquement les catégories directement rattachées à celle qui a cet identifiant ; 0 demande celles du premier niveau.',
    es: 'Solo las categorías que dependen directamente de la que tiene este identificador; 0 pide las del primer nivel.',
  },
  post: {
    ca: 'Només les categories de l’esdeveniment amb aquest identificador.',
    en: 'Only the categories of the event with this id.',
    fr: 'Uniquement les catégories de l’événement ayant cet identifiant.',
    es: 'Solo las categorías del evento con este identificador.',
  },
  event: {
    ca: 'Equival a post, i té preferència si s’indiquen tots dos.',
    en: 'Stands for post, and prevails where both are given.',
    fr: 'Équivaut à post, et l’emporte si les deux sont indiqués.',
    es: 'Equivale a post, y tiene preferencia si se indican ambos.',
  },
  slug: {
    ca: 'Només la categoria que té exactament aquest slug.',
    en: 'Only the category with exactly this slug.',
    fr: 'Uniquement la catégorie qui porte exactement ce slug.',
    es: 'Solo la categoría que tiene exactamente este slug.',
  },
} as const satisfies Record<string, Translations>;

/** What the filters of the list of tags do. */
export const tagFilterWords = {
  search: {
    ca: 'Només les etiquetes que contenen aquest text al nom o al slug.',
    en: 'Only tags that contain this text in their name or slug.',
    fr: 'Uniquement les étiquettes dont le nom ou le slug contient ce texte.',
    es: 'Solo las etiquetas que contienen este texto en el nombre o en el slug.',
  },
  exclude: {
    ca: 'Totes les etiquetes excepte aquestes, indicades per identificador, en una llista o separades per comes.',
    en: 'All tags but these, given by id, in a list or separated by commas.',
    fr: 'Toutes les étiquettes sauf celles-ci, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    es: 'Todas las etiquetas salvo estas, indicadas por identificador, en una lista o separadas por comas.',
  },
  include: {
    ca: 'Només aquestes etiquetes, indicades per identificador, en una llista o separades per comes.',
    en: 'Only these tags, given by id, in a list or separated by commas.',
    fr: 'Uniquement ces étiquettes, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    es: 'Solo estas etiquetas, indicadas por identificador, en una lista o separadas por comas.',
  },
  order: categoryFilterWords.order,
  orderby: {
    ca: 'Criteri d’ordenació de les etiquetes: name (per defecte), id, slug, count, description, term_group, include o none.',
    en: 'What tags are ordered by: name (the default), id, slug, count, description, term_group, include or none.',
    fr: 'Critère de tri des étiquettes : name (par défaut), id, slug, count, description, term_group, include ou none.',
    es: 'Criterio de ordenación de las etiquetas: name (predeterminado), id, slug, count, description, term_group, include o none.',
  },
  hide_empty: {
    ca: 'Indica si s’ometen les etiquetes sense esdeveniments publicats; per defecte, true.',
    en: 'Whether tags without published events are left out; true by default.',
    fr: 'Indique si les étiquettes sans événement publié sont omises ; true par défaut.',
    es: 'Indica si se omiten las etiquetas sin eventos publicados; de forma predeterminada, true.',
  },
  post: {
    ca: 'Només les etiquetes de l’esdeveniment amb aquest identificador.',
    en: 'Only the tags of the event with this id.',
    fr: 'Uniquement les étiquettes de l’événement ayant cet identifiant.',
    es: 'Solo las etiquetas del evento con este identificador.',
  },
  event: categoryFilterWords.event,
  slug: {
    ca: 'Només l’etiqueta que té exactament aquest slug.',
    en: 'Only the tag with exactly this slug.',
    fr: 'Uniquement l’étiquette qui porte exactement ce slug.',
    es: 'Solo la etiqueta que tiene exactamente este slug.',
  },
} as const satisfies Record<string, Translations>;

/** What the operations on categories do. */
export const categoryOperationWords = {
  list: {
    ca: 'Llista les categories.',
    en: 'Lists categories.',
    fr: 'Liste les catégories.',
    es: 'Lista las categorías.',
  },
  create: {
    ca: 'Crea una categoria.',
    en: 'Creates a category.',
    fr: 'Crée une catégorie.',
    es: 'Crea una categoría.',
  },
  read: {
    ca: 'Mostra una categoria.',
    en: 'Shows a category.',
    fr: 'Affiche une catégorie.',
    es: 'Muestra una categoría.',
  },
  update: {
    ca: 'Modifica els camps indicats d’una categoria i conserva els altres.',
    en: 'Changes the given fields of a category and keeps the others.',
    fr: 'Modifie les champs indiqués d’une catégorie et conserve les autres.',
    es: 'Modifica los campos indicados de una categoría y conserva los demás.',
  },
  delete: {
    ca: 'Elimina definitivament una categoria; les seves subcategories passen a dependre de la categoria superior.',
    en: 'Deletes a category for good; its subcategories move up to its parent.',
    fr: 'Supprime définitivement une catégorie ; ses sous-catégories sont rattachées à sa catégorie parente.',
    es: 'Elimina definitivamente una categoría; sus subcategorías pasan a depender de la categoría superior.',
  },
} as const satisfies Record<string, Translations>;

/** What the operations on tags do. */
export const tagOperationWords = {
  list: {
    ca: 'Llista les etiquetes.',
    en: 'Lists tags.',
    fr: 'Liste les étiquettes.',
    es: 'Lista las etiquetas.',
  },
  create: {
    ca: 'Crea una etiqueta.',
    en: 'Creates a tag.',
    fr: 'Crée une étiquette.',
    es: 'Crea una etiqueta.',
  },
  read: {
    ca: 'Mostra una etiqueta.',
    en: 'Shows a tag.',
    fr: 'Affiche une étiquette.',
    es: 'Muestra una etiqueta.',
  },
  update: {
    ca: 'Modifica els camps indicats d’una etiqueta i conserva els altres.',
    en: 'Changes the given fields of a tag and keeps the others.',
    fr: 'Modifie les champs indiqués d’une étiquette et conserve les autres.',
    es: 'Modifica los campos indicados de una etiqueta y conserva los demás.',
  },
  delete: {
    ca: 'Elimina definitivament una etiqueta; els esdeveniments que la tenien la perden.',
    en: 'Deletes a tag for good; the events that had it lose it.',
    fr: 'Supprime définitivement une étiquette ; les événements qui la portaient la perdent.',
    es: 'Elimina definitivamente una etiqueta; los eventos que la tenían la pierden.',
  },
} as const satisfies Record<string, Translations>;
