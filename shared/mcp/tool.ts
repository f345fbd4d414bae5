import type { Tool } from '@modelcontextprotocol/server'
import { readSiteFile } from '../http/site.ts'

/** The route that a tool asks. Every argument but those of the path is its query's, or its body's. */
interface ToolRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly pathArguments: readonly string[]
}

export interface McpTool {
  /** As `tools/list` answers it. */
  readonly definition: Tool & { readonly title: string }
  /** Undefined for a tool that needs no route. */
  readonly route?: ToolRoute
}

/** Made from the list of routes when the function is bundled, whose schemas it need not carry: `infra/docs/tools.ts`. */
export const toolsFile = 'tools.json'

/** What the pages of the docs search. */
export const searchFile = 'search.json'

let tools: ReadonlyMap<string, McpTool> | undefined

export const readTools = (): ReadonlyMap<string, McpTool> => {
  tools ??= new Map(
    (JSON.parse(readSiteFile(toolsFile)) as readonly McpTool[]).map(tool => [tool.definition.name, tool]),
  )
  return tools
}
