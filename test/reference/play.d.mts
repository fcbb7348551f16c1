import type { Accounts } from '../service.ts';

export interface StepResult {
  label: string;
  problems: string[];
}

export function play(base: string, users: Accounts, testCase: object, image: string): Promise<StepResult[]>;

export function servePicture(): Promise<string>;
