// Searches for requests that block others, or with --many for many together that do.
await import(process.argv.includes('--many') ? './many/main.ts' : './main.ts');
