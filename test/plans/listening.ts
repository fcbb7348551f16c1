import type { CompiledQuery, QueryExecutor } from 'kysely';
import { buildApp } from '../../src/app.ts';
import type { ReadModel } from '../../src/read-model/read-model.ts';
import type { Service } from '../service.ts';
import type { Run } from './work.ts';

/** Called before a query runs; `run` works in the same transaction. */
type Look = (query: CompiledQuery, run: Run) => Promise<void>;

/**
 * Starts another service on a store, by default without the read model, which would avoid most queries.
 * @returns `asked` grows by the queries of requests
 */
export async function startListening(
  { db, config }: Pick<Service, 'db' | 'config'>,
  look?: Look,
  remember: typeof ReadModel.open | null = null,
) {
  const asked: CompiledQuery[] = [];
  const listened = db.withoutPlugins();
  listenTo(listened.getExecutor(), asked, look);
  const app = buildApp(listened, config, remember);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  return { site, asked, close: () => app.close() };
}

/** Also listens to transactions. */
function listenTo(executor: QueryExecutor, asked: CompiledQuery[], look: Look | undefined): QueryExecutor {
  const execute: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor);
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    asked.push(query);
    await look?.(query, query => execute(query));
    return execute(query);
  };
  const within = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = provider => listenTo(within(provider), asked, look);
  return executor;
}
