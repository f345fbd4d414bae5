import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Resource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly UpdatePolicy?: object
  readonly DependsOn?: readonly string[]
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
}

const filesOf = (assembly: string, ending: string): readonly string[] =>
  readdirSync(assembly, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(ending))
    .map(file => join(assembly, file))

type Named = readonly [id: string, resource: Resource]

/** Changes the resources of all templates, or of one stack's. */
const change = (
  assembly: string,
  to: (resources: readonly Named[]) => readonly Named[],
  ending = '.template.json',
): void => {
  for (const file of filesOf(assembly, ending)) {
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template
    const Resources = Object.fromEntries(to(Object.entries(template.Resources)))
    writeFileSync(file, JSON.stringify({ ...template, Resources }, null, 1))
  }
}

/** Takes resources out of all templates. */
export const without = (assembly: string, isUnknown: (resource: Resource) => boolean): void =>
  change(assembly, resources => resources.filter(([, resource]) => !isUnknown(resource)))

/** Has whatever is updated in a way of its own updated at once. */
export const withoutUpdatePolicies = (assembly: string): void =>
  change(assembly, resources => resources.map(([id, { UpdatePolicy: _policy, ...rest }]) => [id, rest]))

/** Has a stack fail when all else of it is made: it waits a second for a signal that nobody sends. */
export const withFault = (assembly: string, stack: string): void => {
  change(
    assembly,
    resources => [
      ...resources,
      ['Handle', { Type: 'AWS::CloudFormation::WaitConditionHandle' }],
      [
        'Fault',
        {
          Type: 'AWS::CloudFormation::WaitCondition',
          Properties: { Handle: { Ref: 'Handle' }, Timeout: '1' },
          DependsOn: resources.map(([id]) => id),
        },
      ],
    ],
    `${stack}.template.json`,
  )
  // The CLI uploads no template whose digest is there already, and this one was not digested anew.
  const files = ['manifest.json', `${stack}.assets.json`].map(file => join(assembly, file))
  const digest = Object.keys(JSON.parse(readFileSync(files[1]!, 'utf8')).files).find(key =>
    readFileSync(files[0]!, 'utf8').includes(`/${key}.json"`),
  )!
  const altered = `${digest.slice(0, -4)}${digest.slice(-4) === 'fa17' ? '17fa' : 'fa17'}`
  for (const file of files)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`${digest}.json`, `${altered}.json`))
}

/** Leads whoever looks for `index.js` to the code. */
export const withIndexJs = (assembly: string): void => {
  for (const file of filesOf(assembly, '/index.cjs'))
    writeFileSync(file.replace(/cjs$/, 'js'), "module.exports = require('./index.cjs')\n")
}

/** How many resources the stacks of an assembly have together. */
export const resourcesIn = (assembly: string): number =>
  filesOf(assembly, '.template.json')
    .map(file => JSON.parse(readFileSync(file, 'utf8')) as Template)
    .reduce((sum, { Resources }) => sum + Object.keys(Resources).length, 0)
