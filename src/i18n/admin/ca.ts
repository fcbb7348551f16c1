import type { AdminMessages } from './en.ts';

/** The machine is told in the singular (Desa), people are spoken to as vós (Escriviu). */
export const messages: AdminMessages = {
  frame: {
    skip: 'Ves al contingut',
    menu: 'Menú',
    administration: 'Administració',
    account: 'el vostre compte',
    sign_out: 'Surt',
    see_calendar: 'Mira l’agenda',
    back: 'Torna',
    undo: 'Desfés',
    unencrypted: 'Aquesta connexió no va xifrada: qui comparteixi la xarxa pot llegir el que escriviu.',
  },
  menu: {
    events: 'Activitats',
  },
  notices: {
    signed_out: 'Heu sortit.',
  },
  problems: {
    not_found: 'Aquí no hi ha res',
    not_found_text: 'L’adreça no és correcta, o el que hi havia ja no hi és.',
    not_allowed: 'El vostre compte no pot fer això',
    not_allowed_text: 'Qui administra aquesta agenda us en pot donar permís.',
    foreign: 'Aquesta petició no venia d’aquesta pàgina',
    foreign_text: 'No s’ha canviat res. Torneu a obrir la pàgina i envieu el formulari des d’allà.',
    signed_out: 'La sessió s’ha acabat',
    signed_out_text:
      'El que heu escrit és aquí sota. Entreu en una altra finestra i torneu-ho a enviar des d’aquí.',
    sign_in_window: 'Entra, en una finestra nova',
    send_again: 'Torna-ho a enviar',
    refused: 'Això no pot ser',
    failed: 'Aquí ha fallat alguna cosa',
  },
};
