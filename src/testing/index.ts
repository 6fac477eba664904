export { createMcpTestClient } from './client.ts'
export type { Fetchable, McpTestClient, McpTestClientOptions } from './client.ts'
export type { Answer, Answers, FormContent, Question } from './answers.ts'
export type { Round } from './rounds.ts'
