import type { Command } from './command.ts';

export const exportCommand: Command = { usage: '', meaning: '', options: {}, run: async () => 1 };
