import { overviewPage } from './overview.ts';
import type { AdminPage } from './page.ts';
import { signInPage } from './sign-in.ts';
import { signOutPage } from './sign-out.ts';
import type { SurfaceName } from './surface.ts';

/** The page at each address of the administration. */
export const adminPages: { readonly [Name in SurfaceName]: AdminPage } = {
  overview: overviewPage,
  signIn: signInPage,
  signOut: signOutPage,
};
