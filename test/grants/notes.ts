import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../../infra/emulator/cloudformation/plan.ts'
import type { Access } from '../../infra/emulator/iam/policy.ts'
import type { InvocationObserver } from '../../infra/emulator/inspect.ts'
import { askedByServices } from './by-aws.ts'
import { allows, type Grant, grantsOf, holderOf, nameOf, wordsOf } from './grant.ts'

/** What regions saw: functions that were called, grants that were needed, what somebody was denied. */
export interface Notes {
  readonly called: ReadonlySet<string>
  readonly used: ReadonlySet<string>
  readonly denied: ReadonlySet<string>
}

type Kind = keyof Notes
type Note = (kind: Kind, what: string) => void

/** By action, as every request asks. */
const byAction = (grants: readonly Grant[]): ReadonlyMap<string, readonly Grant[]> =>
  Map.groupBy(grants, ({ action }) => action.toLowerCase())

/** A grant is used where no other would have done. */
const usedFor = (grants: readonly Grant[], access: Access): Grant[] =>
  (access.leadingKeys?.length ? access.leadingKeys : [undefined]).flatMap(key => {
    const good = grants.filter(grant => allows(grant, access, key))
    return good.length === 1 ? good : []
  })

/** Notes what the functions of an emulator do. */
export const witnessWith =
  (note: Note) =>
  (plan: Plan): InvocationObserver => {
    const roles = grantsOf(plan)
    const index = new Map([...roles].map(([arn, grants]) => [arn, byAction(grants)]))
    const noteUse = (roleArn: string, access: Access): void => {
      const grants = index.get(roleArn)?.get(access.action.toLowerCase()) ?? []
      for (const grant of usedFor(grants, access)) note('used', nameOf(grant))
    }
    for (const { roleArn, access } of askedByServices(plan)) noteUse(roleArn, access)
    return {
      invoked: name => note('called', holderOf(name)),
      asked: (roleArn, access, denied) => {
        if (denied) note('denied', `${roles.get(roleArn)?.[0]?.holder}: ${wordsOf(denied)}`)
        else for (const each of access) noteUse(roleArn, each)
      },
    }
  }

/** Where the processes of a test run note, each in a file of its own. */
export const folderVariable = 'NOTED_GRANTS'

const append = (folder: string): Note => {
  const known = new Set<string>()
  return (kind, what) => {
    const line = `${kind} ${what}\n`
    if (known.has(line)) return
    known.add(line)
    // At once, since an emulator may be killed: some thousand lines a run.
    appendFileSync(join(folder, `${process.pid}.txt`), line)
  }
}

let noteInFile: Note | undefined

/** Has an emulator note for the test run that this process belongs to; nothing outside one. */
export const notedGrants = (): { readonly witness?: (plan: Plan) => InvocationObserver } => {
  const folder = process.env[folderVariable]
  if (folder === undefined) return {}
  noteInFile ??= append(folder)
  return { witness: witnessWith(noteInFile) }
}

/** Of an emulator whose functions do what they would not do by themselves. */
export const heardByNobody = (): InvocationObserver => ({ invoked: () => {}, asked: () => {} })

/** Notes in memory, as they grow. */
export const openNotes = (): { readonly notes: Notes; readonly note: Note } => {
  const notes = { called: new Set<string>(), used: new Set<string>(), denied: new Set<string>() }
  return { notes, note: (kind, what) => void notes[kind].add(what) }
}

/** What all processes have noted in a folder, or in those below it. */
export const readNotes = (folder: string): Notes => {
  const { notes, note } = openNotes()
  const files = globSync('**/*.txt', { cwd: folder })
  const lines = files.flatMap(file => readFileSync(join(folder, file), 'utf8').split('\n'))
  for (const line of lines) {
    const [, kind, what] = /^(called|used|denied) (.+)$/.exec(line) ?? []
    if (kind !== undefined) note(kind as Kind, what!)
  }
  return notes
}
