import type { Role, Status } from '../../src/db/tables.ts';

// Who may do what with which record, in one table for people to read.

export const ROLES = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
export type Who = (typeof ROLES)[number];

/**
 * What a record is to somebody:
 *
 *   E  reads it whole, edits and deletes it
 *   R  reads it whole
 *   L  learns that a password protects it: title, dates and address, no more
 *   T  has it in the list of the trash, edits it and so brings it back
 *   t  has it in the list of the trash
 *   l  has it there as L
 *   .  learns nothing of it
 */
export type Right = 'E' | 'R' | 'L' | 'T' | 't' | 'l' | '.';

const TABLE = `
                          nobody   subscriber   contributor     author    editor  administrator
                                   own  other   own  other   own  other
an event
  publish                    R      R     R      R     R      E     R       E          E
  publish          locked    L      L     L      L     L      E     L       E          E
  publish          opened    R      R     R      R     R      E     R       E          E
  future                     .      .     .      R     .      E     .       E          E
  future           locked    .      .     .      L     .      E     .       E          E
  future           opened    .      .     .      R     .      E     .       E          E
  draft                      .      .     .      E     .      E     .       E          E
  draft            locked    .      .     .      E     .      E     .       E          E
  draft            opened    .      .     .      E     .      E     .       E          E
  pending                    .      .     .      E     .      E     .       E          E
  pending          locked    .      .     .      E     .      E     .       E          E
  pending          opened    .      .     .      E     .      E     .       E          E
  private                    .      .     .      E     .      E     .       E          E
  private          locked    .      .     .      E     .      E     .       E          E
  private          opened    .      .     .      E     .      E     .       E          E
  trash, publish             .      .     .      t     .      T     .       T          T
  trash, publish   locked    .      .     .      l     .      T     .       T          T
  trash, publish   opened    .      .     .      t     .      T     .       T          T
  trash, draft               .      .     .      T     .      T     .       T          T
  trash, draft     locked    .      .     .      T     .      T     .       T          T
  trash, draft     opened    .      .     .      T     .      T     .       T          T

a venue or an organizer
  publish                    R      R     R      R     R      E     R       E          E
  future                     .      .     .      R     .      E     .       E          E
  draft                      .      .     .      E     .      E     .       E          E
  pending                    .      .     .      E     .      E     .       E          E
  private                    .      .     .      E     .      E     .       E          E
  trash, publish             .      .     .      t     .      T     .       T          T
  trash, draft               .      .     .      T     .      T     .       T          T

of a record to which somebody has the right
                             E      R     L     T     t     l     .
  reads its history          yes    no    no    yes   no    no    no
  brings a version back      yes    no    no    yes   no    no    no
  has it in the trash        no     no    no    yes   no    no    no
  takes it out of there      no     no    no    yes   no    no    no

with what is in the trash, or was
  deletes it for good        no         no           no          no        yes        yes
  empties the trash          no         no           no          no        yes        yes
  reads its history          no         no           no          no        yes        yes
  brings it back             no         no           no          no        yes        yes

reads the history of
  a category                 no         no           no          yes       yes        yes
  a tag                      no         no           no          no        yes        yes

creates
  an event                   no         no           yes         yes       yes        yes
  a venue                    no         no           yes         yes       yes        yes
  an organizer               no         no           yes         yes       yes        yes
  a category                 no         no           no          yes       yes        yes
  a tag                      no         no           no          no        yes        yes
  a picture                  no         no           yes         yes       yes        yes

edits and deletes
  a category                 no         no           no          yes       yes        yes
  a tag                      no         no           no          no        yes        yes

comes of a new event with the status
  publish                    no         no         pending     publish   publish    publish
  future                     no         no         pending     future    future     future
  draft                      no         no         draft       draft     draft      draft
  pending                    no         no         pending     pending   pending    pending
  private                    no         no         pending     private   private    private
  trash                      no         no           no        trash     trash      trash
`;

/** The rows of a part of the table: names and cells. */
export function rowsOf(part: string): [name: string, cells: string[]][] {
  const [, rows = ''] = TABLE.split(`\n${part}\n`);
  return rows
    .split('\n\n')[0]!
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [name, ...cells] = line.trim().split(/\s{2,}/);
      return [name!, cells];
    });
}

export type Lock = 'none' | 'locked' | 'opened';

/** The state of a record: its status and, in the trash, its former status. */
export interface State {
  status: Status;
  before?: Status;
}

export const stateOf = (text: string): State => {
  const [status, before] = text.split(', ') as [Status, Status?];
  return before ? { status, before } : { status };
};

/** Whether a right allows this in the history or the trash of a record. */
export function mayWith(what: string, right: Right): boolean {
  const [head, ...rows] = rowsOf('of a record to which somebody has the right');
  const [, cells] = rows.find(([name]) => name === what)!;
  return cells[[head![0], ...head![1]].indexOf(right)] === 'yes';
}

/** Whether a role may do this, from a part of the table with a column for each role. */
export function mayAs(who: Who, part: string, what: string): boolean {
  const [, cells] = rowsOf(part).find(([name]) => name === what)!;
  return cells[ROLES.indexOf(who)] === 'yes';
}

type Rights = Record<string, Right>;

const COLUMNS = [
  'nobody',
  ...(['subscriber', 'contributor', 'author'] as const).flatMap(role => [`${role} own`, `${role} other`]),
  'editor',
  'administrator',
];

function rightsOf(part: string): Map<string, Rights> {
  return new Map(
    rowsOf(part).map(([name, cells]) => {
      const lock = /^(locked|opened)$/.test(cells[0]!) ? cells.shift()! : 'none';
      if (cells.length !== COLUMNS.length) throw new Error(`${name}: ${cells}`);
      return [
        `${name} ${lock}`,
        Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]])) as Rights,
      ];
    }),
  );
}

const events = rightsOf('an event');
const places = rightsOf('a venue or an organizer');

/** The visitor's right to a record of this state and owner. */
export function rightTo(kind: string, state: State, lock: Lock, owner: Role, who: Who): Right {
  const name = [state.status, ...(state.before ? [state.before] : [])].join(', ');
  const rights = (kind === 'events' ? events : places).get(`${name} ${lock}`)!;
  return rights[who] ?? rights[`${who} ${who === owner ? 'own' : 'other'}`]!;
}

/** The states of the table, in order. */
export const STATES: State[] = rowsOf('a venue or an organizer').map(([name]) => stateOf(name));
