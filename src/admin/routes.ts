import { agendaPage } from './agenda/agenda.ts';
import { bulkPage } from './bulk/bulk.ts';
import { eventPage, newEventPage } from './events/edit.ts';
import { historyPage } from './events/history.ts';
import { eventsPage } from './events/list.ts';
import { previewPage } from './events/preview.ts';
import { translationPage } from './events/translate.ts';
import { whenPage } from './events/when.ts';
import { helpPage } from './help.ts';
import { overviewPage } from './overview.ts';
import type { AdminPage } from './page.ts';
import { accountPage } from './people/account.ts';
import { choosePasswordPage } from './people/choose-password.ts';
import { forgottenPage } from './people/forgotten.ts';
import { invitePersonPage } from './people/invite.ts';
import { mailNoticesPage } from './people/mail-notices.ts';
import { passkeySignInPage } from './people/passkey-sign-in.ts';
import { passkeysPage } from './people/passkeys.ts';
import { peoplePage } from './people/people.ts';
import { personPage } from './people/person.ts';
import { removePersonPage } from './people/remove.ts';
import { secondFactorPage } from './people/second-factor.ts';
import { securityPage } from './people/security.ts';
import { signInPage, signOutPage } from './people/sign-in.ts';
import { picturesPage } from './pictures/library.ts';
import { picturePage } from './pictures/picture.ts';
import { proposalsPage } from './proposals/proposals.ts';
import { newRecordPage, recordHistoryPage, recordPage } from './records/edit.ts';
import { recordsPageOf } from './records/list.ts';
import { recordMergePage } from './records/merge.ts';
import { recordTranslationPage } from './records/translate.ts';
import { settingsHistoryPage } from './settings/history.ts';
import { newOwnPage, ownPagePage } from './settings/own-page.ts';
import { settingsPage } from './settings/settings.ts';
import { sourcesPage } from './sources/list.ts';
import { newSourcePage } from './sources/new.ts';
import { readingPage } from './sources/reading.ts';
import { sourcePage } from './sources/source.ts';
import type { SurfaceName } from './surface.ts';
import { trashPage } from './trash/trash.ts';
import { undoPage } from './undo.ts';

/** The page at each address of the administration. */
export const adminPages: { readonly [Name in SurfaceName]: AdminPage } = {
  overview: overviewPage,
  events: eventsPage,
  proposals: proposalsPage,
  agenda: agendaPage,
  bulk: bulkPage,
  newEvent: newEventPage,
  when: whenPage,
  pictures: picturesPage,
  picture: picturePage,
  history: historyPage,
  preview: previewPage,
  event: eventPage,
  translation: translationPage,
  venues: recordsPageOf('venue'),
  organizers: recordsPageOf('organizer'),
  categories: recordsPageOf('category'),
  tags: recordsPageOf('tag'),
  newRecord: newRecordPage,
  record: recordPage,
  recordHistory: recordHistoryPage,
  recordMerge: recordMergePage,
  recordTranslation: recordTranslationPage,
  undo: undoPage,
  sources: sourcesPage,
  newSource: newSourcePage,
  source: sourcePage,
  reading: readingPage,
  trash: trashPage,
  settings: settingsPage,
  settingsNewPage: newOwnPage,
  settingsPage: ownPagePage,
  settingsHistory: settingsHistoryPage,
  signIn: signInPage,
  passkeySignIn: passkeySignInPage,
  people: peoplePage,
  invitePerson: invitePersonPage,
  person: personPage,
  removePerson: removePersonPage,
  security: securityPage,
  help: helpPage,
  forgotten: forgottenPage,
  secondFactor: secondFactorPage,
  choosePassword: choosePasswordPage,
  mailNotices: mailNoticesPage,
  account: accountPage,
  passkeys: passkeysPage,
  signOut: signOutPage,
};
