/** The public names of every entry, values and types, as published: a name that comes or goes is a decision. */
import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const dist = resolve(import.meta.dirname, '../../dist')

const declarationsOf = (entry: string) => resolve(dist, entry, 'index.d.mts')
const program = ts.createProgram(['core', 'h3', 'nitro', 'nuxt', 'redeem', 'testing'].map(declarationsOf), { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true })

async function surfaceOf(entry: string): Promise<{ values: string[], types: string[] }> {
  const module = await import(resolve(dist, entry, 'index.mjs')) as object
  const values = Object.keys(module).sort()

  const source = program.getSourceFile(declarationsOf(entry))
  const symbol = source && program.getTypeChecker().getSymbolAtLocation(source)
  if (!symbol) throw new Error(`${declarationsOf(entry)} exports nothing`)
  const declared = program.getTypeChecker().getExportsOfModule(symbol).map(({ name }) => name).sort()
  // What runs must be declared; the rest are types.
  expect(declared).toEqual(expect.arrayContaining(values))
  return { values, types: declared.filter(name => !values.includes(name)) }
}

test('nitro-mcp', async () => {
  expect(await surfaceOf('core')).toMatchInlineSnapshot(`
    {
      "types": [
        "Annotations",
        "ArgumentsSchema",
        "AudioContent",
        "CacheHints",
        "CallToolResult",
        "ClientCapabilities",
        "ContentBlock",
        "CreateMessageParams",
        "CreateMessageRequest",
        "CreateMessageResult",
        "Definition",
        "DefinitionLists",
        "ElicitBooleanField",
        "ElicitChoicesField",
        "ElicitContent",
        "ElicitContentOf",
        "ElicitField",
        "ElicitFormRequest",
        "ElicitNumberField",
        "ElicitOption",
        "ElicitRequestedSchema",
        "ElicitResult",
        "ElicitStringField",
        "ElicitUrlRequest",
        "ElicitedContent",
        "EmbeddedResource",
        "EnteredRound",
        "Era",
        "ErrorSource",
        "EventLike",
        "FetchEvent",
        "FormKey",
        "GetPromptResult",
        "HostEvent",
        "Icon",
        "ImageContent",
        "Implementation",
        "Inbound",
        "InputAnswer",
        "InputAnswers",
        "InputRequest",
        "InputRequests",
        "InputRequiredResult",
        "InputRequiredSpec",
        "Interim",
        "JsonSchemaObject",
        "LazyEntry",
        "LegacyInputOptions",
        "ListRootsRequest",
        "ListRootsResult",
        "ListedResource",
        "LoadedEntry",
        "McpBus",
        "McpContext",
        "McpEvent",
        "McpHandler",
        "McpHandlerOptions",
        "McpNotification",
        "McpNotify",
        "McpRegister",
        "ModelPreferences",
        "NewQuestions",
        "Once",
        "OriginOption",
        "PrincipalResolver",
        "PromptArgument",
        "PromptDefinition",
        "PromptMessage",
        "PromptMessageInput",
        "PromptReturn",
        "ReadResourceResult",
        "RedeemState",
        "RegistryEntry",
        "Reply",
        "RequestState",
        "RequestStateOptions",
        "ResourceContents",
        "ResourceContentsInput",
        "ResourceDefinition",
        "ResourceDescriptor",
        "ResourceLink",
        "ResourceOptions",
        "ResourceReturn",
        "ResultSchema",
        "Root",
        "RoundAnswer",
        "RoundAnswers",
        "RoundAsking",
        "RoundDone",
        "RoundRefused",
        "RoundTools",
        "RoundUnsupported",
        "Rounds",
        "RoundsOptions",
        "SamplingContent",
        "SamplingMessage",
        "ServerCapabilities",
        "StandardSchema",
        "SubscriptionOptions",
        "TaskOptions",
        "TaskStorage",
        "TextContent",
        "ToolAnnotations",
        "ToolDefinition",
        "ToolOptions",
        "ToolResultContent",
        "ToolReturn",
        "ToolUseContent",
      ],
      "values": [
        "MAX_REQUEST_STATE_LENGTH",
        "McpError",
        "canRequestInput",
        "createMcpBus",
        "createMcpHandler",
        "createMcpNotify",
        "createMessage",
        "definePrompt",
        "defineRequestState",
        "defineResource",
        "defineRounds",
        "defineTool",
        "getElicitedContent",
        "getInputResponses",
        "getMissingInputs",
        "getSupportedInputs",
        "inputRequired",
        "listRoots",
        "mcpElicit",
        "mcpElicitUrl",
      ],
    }
  `)
})

test('nitro-mcp/h3', async () => {
  expect(await surfaceOf('h3')).toMatchInlineSnapshot(`
    {
      "types": [],
      "values": [
        "defineMcpEventHandler",
      ],
    }
  `)
})

test('nitro-mcp/nitro', async () => {
  expect(await surfaceOf('nitro')).toMatchInlineSnapshot(`
    {
      "types": [
        "McpNitroModule",
        "McpOptions",
        "McpRuntimeConfig",
      ],
      "values": [
        "default",
      ],
    }
  `)
})

test('nitro-mcp/nuxt', async () => {
  expect(await surfaceOf('nuxt')).toMatchInlineSnapshot(`
    {
      "types": [
        "ModuleOptions",
      ],
      "values": [
        "default",
      ],
    }
  `)
})

test('nitro-mcp/redeem', async () => {
  expect(await surfaceOf('redeem')).toMatchInlineSnapshot(`
    {
      "types": [
        "RedeemDatabase",
        "RedeemDatabaseOptions",
        "RedeemStorage",
        "RedeemStorageOptions",
      ],
      "values": [
        "redeemInDatabase",
        "redeemInStorage",
      ],
    }
  `)
})

test('nitro-mcp/testing', async () => {
  expect(await surfaceOf('testing')).toMatchInlineSnapshot(`
    {
      "types": [
        "Answer",
        "AnswerSource",
        "Answers",
        "AttackName",
        "AttackOptions",
        "AttackReport",
        "AttackResult",
        "AttackTarget",
        "AttackVerdict",
        "Fetchable",
        "FormContent",
        "McpTestClient",
        "McpTestClientOptions",
        "Question",
        "Round",
      ],
      "values": [
        "attackRounds",
        "createMcpTestClient",
      ],
    }
  `)
})
