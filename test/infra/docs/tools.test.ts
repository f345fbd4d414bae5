import { describe, expect, it } from 'vitest'
import { sectionsOf } from '../../../infra/docs/search-index.ts'
import { buildTools } from '../../../infra/docs/tools.ts'
import type { Route } from '../../../shared/http/contract/route.ts'
import { mcpRoutes } from '../../../shared/mcp/routes.ts'
import { routes } from '../../../shared/routes.ts'
import { deviationFrom } from '../../support/document.ts'

interface Definition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: string
    readonly properties: Record<string, object>
    readonly required?: string[]
  }
  readonly annotations: { readonly readOnlyHint: boolean }
}

const tools = buildTools()
const definitionOf = (index: number) => tools[index]!.definition as unknown as Definition
const byName = tools.map(
  (tool, index) => [tool.definition.name, { ...tool, definition: definitionOf(index) }] as const,
)
const ofRoutes = byName.filter(([, { route }]) => route)

describe('the tools of coding agents', () => {
  it('are as many as a model chooses among well, and say in little room what they take', () => {
    expect(tools.length).toBeLessThanOrEqual(12)
    expect(JSON.stringify(tools.map(({ definition }) => definition)).length).toBeLessThan(24_000)
  })

  it.each(ofRoutes)('%s is its route, and takes all of its fields as arguments', (name, tool) => {
    const route: Route = routes[name as keyof typeof routes]
    const { params, query, body } = route
    expect(tool.route).toEqual({
      method: route.method,
      path: route.path,
      pathArguments: Object.keys(params?.shape ?? {}),
    })
    const fields = [params, query, body].flatMap(part => Object.keys(part?.shape ?? {}))
    expect(Object.keys(tool.definition.inputSchema.properties)).toEqual(fields)
    expect(tool.definition.annotations.readOnlyHint).toBe(route.method === 'GET')
    expect(tool.definition.description.includes('In test mode alone.')).toBe(route.method === 'POST')
  })

  it('never ask the path that they stand behind, nor one for people', () => {
    const paths = ofRoutes.map(([, { route }]) => route!.path)
    expect(paths.filter(path => path === mcpRoutes.callMcp.path || path.includes('/operations/'))).toEqual([])
  })

  it('show a model no way to say "not given", and no pattern that it cannot read', () => {
    const text = JSON.stringify(tools)
    expect(text).not.toMatch(/"null"|\\\\x00|x-enum-varnames|"maxLength":0/)
  })

  it('take what the API takes', () => {
    const { inputSchema } = Object.fromEntries(byName).createAddress!.definition
    const order = {
      customerReference: 'a',
      street: '12 Allen Avenue',
      city: 'Ikeja',
      lgaName: 'Ikeja',
      stateName: 'Lagos',
      applicant: { firstname: 'Ada', lastname: 'Obi', phone: '08031234567' },
    }
    expect(deviationFrom(inputSchema, order)).toBeUndefined()
    const { city: _, ...lacking } = order
    expect(deviationFrom(inputSchema, lacking)).toContain("must have required property 'city'")
  })
})

it('takes a guide apart at its headings, and at no comment of a program', () => {
  const markdown =
    '# A guide\n\nIt begins.\n\n## One `thing`\n\n```sh\n# no heading\n```\n\n### Smaller\n\nIt ends.\n'
  const guide = { name: 'limits', title: 'A guide', summary: 'It begins.', markdown } as const
  expect(sectionsOf(guide)).toEqual([
    { title: 'A guide', path: '/v1/docs/limits', text: 'It begins.' },
    {
      title: 'A guide: One `thing`',
      path: '/v1/docs/limits#one-thing',
      text: '```sh\n# no heading\n```',
    },
    { title: 'A guide: Smaller', path: '/v1/docs/limits#smaller', text: 'It ends.' },
  ])
})
