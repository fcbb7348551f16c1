import type { AdminMessages } from './en.ts';

export const messages: AdminMessages = {
  frame: {
    skip: 'Ir al contenido',
    menu: 'Menú',
    administration: 'Administración',
    account: 'su cuenta',
    sign_out: 'Salir',
    see_calendar: 'Ver la agenda',
    back: 'Volver',
    undo: 'Deshacer',
    unencrypted: 'Esta conexión no va cifrada: quien comparta la red puede leer lo que escriba.',
  },
  menu: {
    events: 'Actividades',
  },
  notices: {
    signed_out: 'Ha salido.',
  },
  problems: {
    not_found: 'Aquí no hay nada',
    not_found_text: 'La dirección no es correcta, o lo que había ya no está.',
    not_allowed: 'Su cuenta no puede hacer esto',
    not_allowed_text: 'Quien administra esta agenda puede darle permiso.',
    foreign: 'Esta petición no venía de esta página',
    foreign_text: 'No se ha cambiado nada. Vuelva a abrir la página y envíe el formulario desde allí.',
    signed_out: 'La sesión ha terminado',
    signed_out_text:
      'Lo que ha escrito está aquí debajo. Entre en otra ventana y vuelva a enviarlo desde aquí.',
    sign_in_window: 'Entrar, en una ventana nueva',
    send_again: 'Enviar otra vez',
    refused: 'Esto no puede ser',
    failed: 'Algo ha fallado aquí',
  },
};
