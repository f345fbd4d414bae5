import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataFlowDiagram } from '../../../infra/docs/protection/data-flow-diagram.ts'
import {
  dataFlows,
  dataHolders,
  measures,
  risks,
  services,
} from '../../../infra/docs/protection/protection.ts'
import { sending, synthesised } from '../synthesised.ts'

const root = join(import.meta.dirname, '../../..')

describe('what auditors are told', () => {
  const shown = [
    ...measures.map(({ what, proof }) => [what, proof] as const),
    ...risks.map(({ risk, proof }) => [risk, proof] as const),
  ]
  it.each(shown)('is shown by a test: %s', (_what, { file, title }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(
      new RegExp(`\\bit(\\.\\w+)?\\((.*\\n\\s*)?['"\`]${RegExp.escape(title)}`),
    )
  })

  it('names every service of AWS that a stage which sends letters uses, and no other', async () => {
    const { all } = await synthesised(sending)
    const used = all.map(({ Type }) => Type.split('::').slice(0, 2).join('::'))
    expect([...new Set(used)].sort()).toEqual(Object.keys(services).sort())
  })

  it('draws every place and every flow, each of them to or from the functions', () => {
    const svg = dataFlowDiagram()
    expect(svg.match(/<line /g)).toHaveLength(dataFlows.length)
    expect(svg.match(/<rect /g)).toHaveLength(Object.keys(dataHolders).length)
    for (const { from, to } of dataFlows)
      expect([from, to].filter(name => name === 'functions')).toEqual(['functions'])
    const drawn = new Set(dataFlows.flatMap(({ from, to }) => [from, to]))
    expect(Object.keys(dataHolders).filter(name => !drawn.has(name as keyof typeof dataHolders))).toEqual([])
    const lines = svg.match(/<line [^>]+>/g)
    expect(new Set(lines).size).toBe(dataFlows.length)
  })
})
