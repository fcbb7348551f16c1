export const openApiDocument = (..._all: unknown[]) => ({ openapi: '3.1.0' });
