import type { Page } from 'playwright-core';
import { inPage } from './in-page.ts';

/** What makes a page scroll sideways, at the width that it has now. */
export const sidewaysScroll = (page: Page): Promise<string[]> => inPage(page, 'overflow');
