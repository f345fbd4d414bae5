import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseSync, Visitor } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { operatorDocument } from '../../shared/openapi.ts'

/* No text makes an expression of ours work for longer than its length allows: https://makenowjust-labs.github.io/recheck */

interface Expression {
  readonly source: string
  readonly flags: string
}

const root = join(import.meta.dirname, '../..')
/** They read our own guides, examples and document alone, at synthesis. */
const ofOurTexts = ['infra/docs/layout.ts', 'infra/docs/markdown.ts', 'infra/clients/declarations.ts']
const files = globSync('{shared,functions,infra}/**/*.{ts,tsx,js,mjs}', { cwd: root, exclude: ofOurTexts })

/** By how they are written: `/a+/g`, or the argument of a constructor. */
const written = new Map<string, Expression>()
const constructed = new Set<string>()
for (const file of files) {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  new Visitor({
    Literal: literal => {
      if ('regex' in literal && literal.regex)
        written.set(`${file} ${literal.raw}`, { source: literal.regex.pattern, flags: literal.regex.flags })
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') constructed.add(file)
    },
  }).visit(parseSync(file, text).program)
}

/** What is put together where it runs, with what it is put together of. */
const samples: Readonly<Record<string, string>> = {
  'functions/pages/web/docs.ts': '\\b(?:webhook|late)\\b',
  'infra/admin/table.ts': '\\S.{0,39}(?=\\s|$)|\\S{40}',
  'shared/aws/cross-account.ts': '<Code>([^<]*)</Code>',
  'shared/evidence/photo.ts': '^(outside|street|document|room)-([0-9a-f]{64})(?:-thumbnail)?\\.jpeg$',
  'shared/http/parse-input.ts': '\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))',
  'shared/webhook/cloud/arn.ts':
    '^arn:(aws|aws-cn|aws-us-gov):iam::(\\d{12}):role/(verification-[\\w+=,.@-]{0,46})$',
}

const patternsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}
const published = [...new Set(patternsIn(operatorDocument))]

const judge = async ({ source, flags }: Expression): Promise<string> => {
  const found = await check(source, flags, { timeout: null })
  return found.status === 'vulnerable' ? found.complexity.summary : found.status
}

/** Some stand in several files, and in the document too. */
const judged = new Map<string, Promise<string>>()
const verdictOn = (expression: Expression): Promise<string> => {
  const name = `/${expression.source}/${expression.flags}`
  const known = judged.get(name) ?? judge(expression)
  judged.set(name, known)
  return known
}

it('finds what would hold a function', async () => {
  expect(await verdictOn({ source: '\\s*[\\r\\n]+\\s*', flags: 'g' })).toBe('2nd degree polynomial')
})

describe('ends in linear time:', () => {
  it.each([...written])('%s', async (_name, expression) => {
    expect(await verdictOn(expression)).toBe('safe')
  })

  it.each(Object.entries(samples))('of %s %s', async (_file, source) => {
    expect(await verdictOn({ source, flags: 'u' })).toBe('safe')
  })

  it.each(published)('of the published document: %s', async source => {
    expect(await verdictOn({ source, flags: '' })).toBe('safe')
  })
})

it('knows every file that puts one together', () => {
  expect([...constructed].toSorted()).toEqual(Object.keys(samples))
})
