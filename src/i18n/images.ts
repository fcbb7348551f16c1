import type { Translations } from './language.ts';

/** What the upload of pictures does. */
export const imageUploadWords = {
  upload: {
    ca: 'Desa una imatge: el cos mateix de la petició, o la part file d’un formulari. El seu id o la seva adreça es poden posar als elements com a imatge.',
    en: 'Adds a picture: the body itself, or the part file of a form. Its id or address may then be the image of records.',
    fr: 'Ajoute une image : le corps de la requête lui-même, ou la partie file d’un formulaire. Son id ou son adresse peut ensuite servir d’image aux éléments.',
    es: 'Guarda una imagen: el cuerpo mismo de la petición, o la parte file de un formulario. Su id o su dirección se pueden poner a los elementos como imagen.',
  },
  about: {
    ca: 'Les imatges que es poden posar als esdeveniments, els espais i els organitzadors.',
    en: 'The pictures that events, venues and organizers may have.',
    fr: 'Les images que peuvent avoir les événements, les lieux et les organisateurs.',
    es: 'Las imágenes que pueden tener los eventos, los lugares y los organizadores.',
  },
} as const satisfies Record<string, Translations>;
