import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { inOrder, lower, straight, tableText, UNUSED } from './tables.ts';

interface Item {
  type: 'table' | 'index' | 'trigger';
  name: string;
  table: string;
  text: string;
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

/** The statements that make the schema of an embedded store, by table. */
export async function sqliteSchema(db: Db): Promise<string[]> {
  const items = await itemsOf(db);
  const tables = items.filter(({ type }) => type === 'table');
  const sections: string[] = [];
  for (const table of tables.toSorted((one, other) => inOrder(sectionOf(one), sectionOf(other))))
    sections.push([await textOf(db, table), ...partsOf(items, table.name)].join('\n'));
  return sections;
}

/** The R*Tree stands with the venues, whose triggers fill it. */
const sectionOf = ({ name }: Item) => (name === 'venues_places' ? 'venues' : name);

async function itemsOf(db: Db): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select type, name, tbl_name as "table", sql as text from sqlite_master
    where sql is not null and name not like 'sqlite_%' and name <> ${UNUSED}
      and name not in (select name from pragma_table_list where type = 'shadow')
    order by type, name`.execute(db);
  return rows;
}

const partsOf = (items: readonly Item[], table: string): string[] =>
  items
    .filter(item => item.table === table && item.type !== 'table')
    .map(({ type, text }) => `${lower(type === 'index' ? text.replaceAll(/\s+/g, ' ') : straight(text))};`);

async function textOf(db: Db, { name, text }: Item): Promise<string> {
  if (/^create virtual table/i.test(text)) return `${lower(straight(text))};`;
  const columns = (await sql<Column>`select * from pragma_table_info(${name})`.execute(db)).rows;
  const references = await referencesOf(db, name);
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  const lines = columns.map(column => {
    const key =
      keys.length === 1 &&
      column.pk > 0 &&
      ` primary key${/autoincrement/i.test(text) ? ' autoincrement' : ''}`;
    return [
      `${quoted(column.name)} ${column.type.toLowerCase()}`,
      ...[key || '', column.notnull ? ' not null' : ''],
      ...[
        column.dflt_value === null ? '' : ` default ${column.dflt_value}`,
        references.get(column.name) ?? '',
      ],
    ].join('');
  });
  if (keys.length > 1) lines.push(`primary key (${keys.map(({ name }) => quoted(name)).join(', ')})`);
  return tableText(name, [...lines, ...(await uniquesOf(db, name))]);
}

/** Words of SQL that name columns. */
const quoted = (name: string) => (['key', 'timestamp'].includes(name) ? `"${name}"` : name);

async function referencesOf(db: Db, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ from: string; to: string; table: string; on_delete: string }>`
    select * from pragma_foreign_key_list(${table})`.execute(db);
  const onDelete = (action: string) => (action === 'NO ACTION' ? '' : ` on delete ${action.toLowerCase()}`);
  return new Map(
    rows.map(({ from, to, table, on_delete }) => [
      from,
      ` references ${table} (${to})${onDelete(on_delete)}`,
    ]),
  );
}

async function uniquesOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ columns: string }>`
    select (select group_concat(name, ', ') from pragma_index_info(list.name)) as columns
    from pragma_index_list(${table}) as list where origin = 'u' order by columns`.execute(db);
  return rows.map(({ columns }) => `unique (${columns})`);
}
