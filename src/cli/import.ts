import type { Command } from './command.ts';

export const importCommand: Command = { usage: '', meaning: '', options: {}, run: async () => 1 };
