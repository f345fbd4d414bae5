import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Entry, entries, entryOf } from '../../../infra/constructs/entries.ts'
import { stages } from '../../../infra/stages.ts'
import { variables } from '../../../shared/aws/environment.ts'
import { paths, served } from '../../../shared/routes.ts'
import { bundledOnce } from '../../support/bundled-once.ts'
import { synthesised } from '../synthesised.ts'

interface FunctionProperties {
  FunctionName: string
  Environment: { Variables: Record<string, unknown> }
}

const bundles = bundledOnce()!
const stage = await synthesised(stages.prod)

const given = (entry: Entry): string[] => {
  const name = `${stage.settings.prefix}-${entry.replaceAll('/', '-')}`
  const found = stage
    .of<FunctionProperties>('AWS::Lambda::Function')
    .find(({ Properties }) => Properties.FunctionName === name)!
  return Object.keys(found.Properties.Environment.Variables)
}

/** The names that a bundle hands to `setting`: what its code can ever ask for. */
const asked = (entry: Entry): readonly string[] => {
  const code = readFileSync(join(bundles.get(entry)!, 'index.cjs'), 'utf8')
  return Object.keys(variables).filter(name => code.includes(`("${name}")`))
}

/** Functions of public paths wear the chain that could read a token, and never make it do so. */
const isPublic = (entry: Entry): boolean => {
  const path = paths.find(each => entryOf(each) === entry)
  const own = Object.values(served).filter(route => route.path === path)
  return own.length > 0 && own.every(({ access, method }) => access === 'public' && method === 'GET')
}

describe.each(entries)('%s', entry => {
  it('is given every variable that it asks for', () => {
    // The driver asks for its secret where it meets something sealed: who meets nothing stands in `permissions.test.ts`.
    const exempt = ['DATA_KEY_SECRET', ...(isPublic(entry) ? ['TABLE_NAME'] : [])]
    expect(asked(entry).filter(name => !given(entry).includes(name) && !exempt.includes(name))).toEqual([])
  })

  it('is given nothing that it never asks for, but what every function is told', () => {
    const told = ['STAGE', 'VERSION']
    const extra = given(entry).filter(name => !asked(entry).includes(name) && !told.includes(name))
    expect(extra).toEqual([])
  })
})
