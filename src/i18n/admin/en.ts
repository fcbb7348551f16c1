/** The texts of the administration in English: the type of those in other languages. */
export const messages = {
  /** What every page has. */
  frame: {
    skip: 'Skip to content',
    menu: 'Menu',
    administration: 'Administration',
    account: 'your account',
    sign_out: 'Sign out',
    see_calendar: 'See the calendar',
    back: 'Back',
    undo: 'Undo',
    unencrypted: 'This connection is not encrypted: whoever shares the network can read what you type.',
  },
  /** The names of pages in the menu, and of their lists. */
  menu: {
    events: 'Events',
  },
  /** What is told after a form was sent. */
  notices: {
    signed_out: 'You are signed out.',
  },
  /** What is wrong with a request, told as a page. */
  problems: {
    not_found: 'There is nothing here',
    not_found_text: 'The address is wrong, or what was here has gone.',
    not_allowed: 'Your account may not do this',
    not_allowed_text: 'An administrator of this calendar can give you the right to it.',
    foreign: 'This request did not come from this page',
    foreign_text: 'Nothing was changed. Open the page again, and send the form from there.',
    signed_out: 'You are no longer signed in',
    signed_out_text: 'What you typed is kept below. Sign in in another window, then send it again from here.',
    sign_in_window: 'Sign in, in a new window',
    send_again: 'Send again',
    refused: 'This does not work',
    failed: 'Something went wrong here',
  },
};

export type AdminMessages = {
  readonly [Section in keyof typeof messages]: { readonly [Key in keyof (typeof messages)[Section]]: string };
};
