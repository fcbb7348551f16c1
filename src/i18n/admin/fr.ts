import type { AdminMessages } from './en.ts';

export const messages: AdminMessages = {
  frame: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    administration: 'Administration',
    account: 'votre compte',
    sign_out: 'Se déconnecter',
    see_calendar: 'Voir l’agenda',
    back: 'Retour',
    undo: 'Annuler',
    unencrypted:
      'Cette connexion n’est pas chiffrée : les autres personnes du réseau peuvent lire ce que vous saisissez.',
  },
  menu: {
    events: 'Événements',
  },
  notices: {
    signed_out: 'Vous êtes déconnecté.',
  },
  problems: {
    not_found: 'Il n’y a rien ici',
    not_found_text: 'L’adresse est incorrecte, ou ce qui s’y trouvait n’y est plus.',
    not_allowed: 'Votre compte ne permet pas cela',
    not_allowed_text: 'Une personne qui administre cet agenda peut vous en donner le droit.',
    foreign: 'Cette requête ne venait pas de cette page',
    foreign_text: 'Rien n’a été modifié. Ouvrez de nouveau la page et envoyez le formulaire de là.',
    signed_out: 'Votre session est terminée',
    signed_out_text:
      'Votre texte est conservé ci-dessous. Connectez-vous dans une autre fenêtre, puis envoyez-le de nouveau d’ici.',
    sign_in_window: 'Se connecter, dans une nouvelle fenêtre',
    send_again: 'Envoyer de nouveau',
    refused: 'Ce n’est pas possible',
    failed: 'Une erreur s’est produite ici',
  },
};
