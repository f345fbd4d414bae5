import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { expect, it } from 'vitest'
import { StatefulStack } from '../../../infra/stacks/stateful-stack.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { synthesised } from '../synthesised.ts'

const templatesOf = async (settings: StageSettings) => {
  const { folder } = await synthesised(settings)
  const files = readdirSync(folder).filter(name => name.endsWith('.template.json'))
  return new Map(files.map(name => [name, readFileSync(join(folder, name), 'utf8')]))
}

const restored = 'data-20261122t013000'
const then = await templatesOf(stages.prod)
const now = await templatesOf({ ...stages.prod, table: restored })

it('takes a restored table in as another resource, and replaces nothing that is kept', () => {
  const stateful = 'verification-prod-stateful.template.json'
  const [before, after] = [then, now].map(templates => JSON.parse(templates.get(stateful)!).Resources)
  expect(Object.keys(after).filter(id => !(id in before))).toEqual(['Table20261122t013000'])
  expect(Object.keys(before).filter(id => !(id in after))).toEqual(['Table'])
  // What CloudFormation asks of a resource that it is to take in: a name, and a word on its deletion.
  expect(after.Table20261122t013000).toEqual({
    ...before.Table,
    Properties: { ...before.Table.Properties, TableName: `verification-prod-${restored}` },
  })
  expect(after.Table20261122t013000.DeletionPolicy).toBe('RetainExceptOnCreate')
  for (const [id, resource] of Object.entries(before)) if (id !== 'Table') expect(after[id]).toEqual(resource)
})

it('leads everything that reads or writes it to the new one', () => {
  // The key's alias has the same name, and stays.
  const tablesIn = (template: string) => [
    ...new Set(
      template.replaceAll('alias/verification-prod-data', '').match(/verification-prod-data[\w-]*/g),
    ),
  ]
  const naming = [...then].filter(([, template]) => tablesIn(template).length > 0).map(([name]) => name)
  expect(naming.length).toBeGreaterThan(5)
  for (const name of naming) {
    expect(tablesIn(then.get(name)!), name).toEqual(['verification-prod-data'])
    expect(tablesIn(now.get(name)!), name).toEqual([`verification-prod-${restored}`])
  }
})

it.each(['records', 'data-', 'data-2026', 'data-20261122t013000-2', ''])(
  'refuses the table %j by name',
  table => {
    expect(() => new StatefulStack(new App(), { ...stages.prod, table })).toThrow(
      `The stage prod: table: expected data, or what \`restore plan\` named, not ${table}.`,
    )
  },
)
