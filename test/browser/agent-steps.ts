import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sha256Of } from '../support/capture.ts'
import { patienceMs } from './browser.ts'

/* What an agent does on the screen, by the names that a screen reader tells. */

export const slots = ['Front of the house', 'The street', 'Gate or number'] as const

/** Shows more of the open work until this is there: others' comes first where it was ordered first. */
export const findOpen = async (page: Page, title: string): Promise<void> => {
  const take = page.getByRole('button', { name: `Take it ${title}` })
  const more = page.getByRole('button', { name: 'More visits' })
  await take.or(more).first().waitFor()
  while ((await take.count()) === 0) {
    await more.click()
    const isFurther = async () => (await take.count()) > 0 || (await more.isEnabled())
    await expect.poll(isFurther, { timeout: patienceMs }).toBe(true)
  }
}

/** Takes the visit at this street. */
export const takeVisit = async (page: Page, street: string): Promise<void> => {
  await findOpen(page, street)
  await page.getByRole('button', { name: `Take it ${street}` }).click()
  await page.getByRole('heading', { name: 'Find it' }).waitFor()
}

/** Presses the shutter of the viewfinder that is open. */
export const press = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await page.getByRole('button', { name: 'Take again' }).waitFor()
}

/** Goes to the photos and takes one. */
export const photograph = async (page: Page, slot: string): Promise<void> => {
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByRole('link', { name: `Take ${slot}` }).click()
  await page.getByRole('heading', { name: slot }).waitFor()
  await press(page)
}

export const answer = (page: Page, question: string, choice: string): Promise<void> =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: choice, exact: true }).check()

/** Answers what has to be answered. */
export const answerAll = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await answer(page, 'Is there such an address?', 'Yes')
  await answer(page, 'Did you get to the door?', 'Yes')
  await answer(page, 'Does Ngozi Adeyemi live there?', 'Yes')
}

export const sign = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Sign', exact: true }).click()
  await page.getByRole('checkbox', { name: 'I was there myself' }).check()
  await page.getByRole('button', { name: 'Sign the report' }).click()
}

/** Goes on by Tab, as far as somebody would, until this has the focus; then presses. */
export const pressOn = async (
  page: Page,
  role: 'link' | 'button' | 'checkbox',
  name: string,
  key = 'Enter',
): Promise<void> => {
  const wanted = page.getByRole(role, { name, exact: role !== 'checkbox' }).first()
  // What is disabled, Tab passes over.
  await expect.poll(() => wanted.isEnabled()).toBe(true)
  for (let tabs = 0; tabs < 40; tabs++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to ${role} ${name}`)
}

/** A group of answers has one stop: its arrows choose. @param downs how often the arrow is pressed */
export const choose = async (page: Page, question: string, downs: number): Promise<void> => {
  const group = page.getByRole('group', { name: question })
  await group.waitFor()
  for (let tabs = 0; tabs < 40; tabs++) {
    if ((await group.locator(':focus').count()) > 0) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  for (let down = 0; down < downs; down++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => group.getByRole('radio').nth(downs).isChecked()).toBe(true)
}

/** Read of the browser's own database: what no screen shows. */
const readAll = `(async () => {
  const database = await new Promise((resolve, reject) => {
    const asked = indexedDB.open('work')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  const all = name => new Promise(resolve => {
    const asked = database.transaction(name).objectStore(name).getAll()
    asked.onsuccess = () => resolve(asked.result)
  })
  const found = {}
  for (const name of database.objectStoreNames) found[name] = await all(name)
  for (const photo of found.photos) {
    const bytes = photo.bytes && new Uint8Array(await photo.bytes.arrayBuffer())
    photo.bytes = bytes && btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }
  database.close()
  return JSON.parse(JSON.stringify(found))
})()`

interface StoredPhoto {
  readonly id: string
  readonly slot: string
  readonly state: string
  readonly bytes?: string
  readonly signed: string
}
export interface Stored {
  readonly phone: readonly unknown[]
  readonly devices: readonly unknown[]
  readonly lists: readonly unknown[]
  readonly visits: readonly { readonly id: string; readonly by: string }[]
  readonly photos: readonly StoredPhoto[]
  readonly calls: readonly { readonly id: string; readonly work?: object }[]
}

/** All that lies in the phone's database; a photo's bytes in base64. */
export const storedOn = (page: Page): Promise<Stored> => page.evaluate(readAll)

/** SHA-256 of the bytes of each photo that lies on the phone, by slot: computed here, not there. */
export const digestsOn = async (page: Page): Promise<Record<string, string>> => {
  const { photos } = await storedOn(page)
  const held = photos.filter(({ bytes }) => bytes !== undefined)
  return Object.fromEntries(held.map(({ slot, bytes }) => [slot, sha256Of(Buffer.from(bytes!, 'base64'))]))
}
