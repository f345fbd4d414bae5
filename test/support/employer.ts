import type { ApiClient } from './api-client.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'
import { openWork } from './fieldwork.ts'
import { messagesTo } from './messages.ts'
import { employmentOrder } from './orders.ts'

const assignments = '/v1/operations/assignments'

let ordered = 0

/** A live employment check that is like no other, and the mail address of its employer. */
export const openEmployment = async (world: World, changes: object = {}) => {
  const employerEmail = `hr-${++ordered}@zenithworks.example`
  const order = employmentOrder({ employerEmail, employerPhone: '+234 803 000 0009', ...changes })
  return { ...(await openWork(world, '/v1/employments', order)), employerEmail }
}

/** The same in the hands of an agent. */
export const heldEmployment = async (world: World, agent: ApiClient, changes: object = {}) => {
  const work = await openEmployment(world, changes)
  await agent.post(`${assignments}/${work.assignment}/claim`)
  return work
}

const pageIn = (text: string): string | undefined => /https?:\/\/\S+\/v1\/\w+\/[\w-]+/.exec(text)?.[0]

/** The page that the last message to somebody leads to, other than one that is known. */
export const pageSentTo = (world: World, to: string, known?: string): Promise<string> =>
  eventually(async () => {
    const [sent] = messagesTo(world, to)
    const page = sent && pageIn(sent.text)
    return page === known ? undefined : page
  }, `a message to ${to}`)

/** Held, with a page that the employer was sent. */
export const askedEmployment = async (world: World, agent: ApiClient, changes: object = {}) => {
  const work = await heldEmployment(world, agent, changes)
  await agent.post(`${assignments}/${work.assignment}/links`, { purpose: 'attest', channel: 'email' })
  return { ...work, page: await pageSentTo(world, work.employerEmail) }
}

let applicants = 0

/** Held, called three times for nothing, with the page on which the applicant was asked for documents. */
export const documentsAsked = async (world: World, agent: ApiClient) => {
  const phone = `0803999${1000 + ++applicants}`
  const applicant = { firstname: 'Ada', lastname: 'Obi', phone }
  const work = await heldEmployment(world, agent, { applicant })
  const at = `${assignments}/${work.assignment}`
  for (const hours of [5, 3, 1]) {
    const made = new Date(Date.now() - hours * 3_600_000).toISOString()
    await agent.post(`${at}/attempts`, { channel: 'phone', outcome: 'noAnswer', at: made })
  }
  await agent.post(`${at}/links`, { purpose: 'documents', channel: 'sms' })
  return { ...work, page: await pageSentTo(world, `+234${phone.slice(1)}`) }
}

export interface Shown {
  readonly status: number
  readonly headers: Headers
  readonly page: string
  /** What a person reads of it. */
  readonly text: string
}

const shown = async (response: Response): Promise<Shown> => {
  const page = await response.text()
  const text = page
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  return { status: response.status, headers: response.headers, page, text }
}

export const open = async (page: string): Promise<Shown> => shown(await fetch(page))

/** Sends a photo from a page that takes some, as a browser does. */
export const sendFile = async (page: string, bytes: Uint8Array, name = 'photo.jpg'): Promise<Shown> => {
  const form = new FormData()
  form.set('photo', new Blob([Buffer.from(bytes)], { type: 'image/jpeg' }), name)
  return shown(await fetch(`${page}/photos`, { method: 'POST', body: form }))
}

/** Sends the page's form as a browser does. */
export const send = async (page: string, form: string): Promise<Shown> =>
  shown(
    await fetch(page, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Test browser' },
      body: form,
    }),
  )
