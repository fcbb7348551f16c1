// Searches for requests that block others, with --many for many together that do; with --admin, measures the lists of
// the administration.
const has = (flag: string) => process.argv.includes(flag);
await import(has('--many') ? './many/main.ts' : has('--admin') ? './admin-lists.ts' : './main.ts');
