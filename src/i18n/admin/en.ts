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
    saved: 'Saved.',
    password_changed: 'The password is changed. All other sessions have ended.',
    sessions_ended: 'Ended.',
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
  signIn: {
    title: 'Sign in',
    lead: 'For the people who keep this calendar.',
    login: 'E-mail or login',
    password: 'Password',
    wrong: 'This login and this password do not belong together.',
    wait: 'Too many attempts. Try again in {wait} seconds.',
    busy: 'Many people are signing in at this moment. Try again in a few seconds.',
    no_cookie: 'Your browser did not keep the session',
    no_cookie_http:
      'This address is not encrypted (http), and browsers keep sessions on https and on localhost only. Open the administration at an address that begins with https. On a network that you trust, the operator can also start the calendar with ADMIN_OVER_HTTP=on.',
    no_cookie_https:
      'Allow cookies of this site: the administration needs one, which holds your session and nothing else.',
    again: 'Try again',
  },
  choosePassword: {
    title: 'Choose a password',
    lead: 'For the account {login}. You will sign in with it from now on.',
    password: 'New password',
    help: 'Twelve characters at least. A few words that you remember are best.',
    save: 'Save and go in',
    short: 'Twelve characters at least are needed.',
    long: '200 characters at most.',
    common: 'This one is among the first that others guess.',
    simple: 'It repeats a few characters. Others guess such passwords.',
    own_name: 'It is little more than a name that others know.',
    gone: 'This link no longer works',
    gone_text: 'It works once, and only for some time. Ask an administrator for another one.',
  },
  account: {
    title: 'Your account',
    name: 'Name',
    name_help: 'As the others here know you.',
    language: 'Language of the administration',
    language_of_browser: 'That of the browser',
    save: 'Save',
    password: 'Password',
    present_password: 'Present password',
    change_password: 'Change the password',
    wrong_password: 'This is not your present password.',
    sessions: 'Where you are signed in',
    this_one: 'this browser',
    last_used: 'last used {date}',
    end: 'End',
    end_others: 'End all others',
  },
};

export type AdminMessages = {
  readonly [Section in keyof typeof messages]: { readonly [Key in keyof (typeof messages)[Section]]: string };
};
