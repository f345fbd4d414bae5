import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Resource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly UpdatePolicy?: object
}

interface Template {
  readonly Resources: Readonly<Record<string, Resource>>
}

const filesOf = (assembly: string, ending: string): readonly string[] =>
  readdirSync(assembly, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(ending))
    .map(file => join(assembly, file))

type Named = readonly [id: string, resource: Resource]

/** Changes the resources of all templates. */
const change = (assembly: string, to: (resources: readonly Named[]) => readonly Named[]): void => {
  for (const file of filesOf(assembly, '.template.json')) {
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
