import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Template {
  readonly Resources: Record<string, { readonly Type: string }>
}

const filesOf = (assembly: string, ending: string): readonly string[] =>
  readdirSync(assembly, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(ending))
    .map(file => join(assembly, file))

/** Changes every template that has a resource of this type. */
export const withoutType = (assembly: string, type: string): void => {
  for (const file of filesOf(assembly, '.template.json')) {
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template
    const kept = Object.entries(template.Resources).filter(([, { Type }]) => Type !== type)
    const Resources = Object.fromEntries(kept)
    writeFileSync(file, JSON.stringify({ ...template, Resources }, null, 1))
  }
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
