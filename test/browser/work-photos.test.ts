import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { jpegOf, vips } from '../support/pictures.ts'
import { openPhone, type Phone } from './agent-phone.ts'
import { slots, storedOn, takeVisit } from './agent-steps.ts'
import { lookInEachView, openBrowser, patienceMs, phoneBy } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()

let ordered = 0
/** The viewfinder of the first photo of a visit that is like no other. */
const openFinder = async (phone: Phone): Promise<Page> => {
  const street = `${++ordered} Dark Street`
  await openWork(world, '/v1/addresses', addressOrder({ street, allowRevisit: true }))
  const page = await phone.open()
  await takeVisit(page, street)
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await page.getByRole('link', { name: `Take ${slots[0]}` }).click()
  await page.getByRole('heading', { name: slots[0] }).waitFor()
  return page
}

/** A camera that sees two halves of the colours in `globalThis.seen`; at first it is covered. */
const paintedCamera = `navigator.mediaDevices.getUserMedia = async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  let turn = 0
  setInterval(() => {
    const [sky, ground] = globalThis.seen ?? ['#000', '#000']
    context.fillStyle = sky
    context.fillRect(0, 0, 640, 240)
    context.fillStyle = ground
    context.fillRect(0, 240, 640, 240)
    // Each picture differs from the one before, if only by a point.
    context.fillStyle = '#0a0a0a'
    context.fillRect(turn++ % 640, 0, 1, 1)
  }, 50)
  return canvas.captureStream(20)
}`

/** What the viewfinder shows in the middle of its upper half, as red, green and blue. */
const shownInFinder = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  const context = canvas.getContext('2d')
  context.drawImage(document.querySelector('video'), 320, 120, 1, 1, 0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
})()`

/** Holds the camera at two halves of these colours, until the viewfinder shows them. */
const see = async (page: Page, sky: number, ground: number): Promise<void> => {
  const grey = (level: number) => `rgb(${level} ${level} ${level})`
  await page.evaluate(`void (globalThis.seen = ${JSON.stringify([grey(sky), grey(ground)])})`)
  await page.locator('video').waitFor()
  const isShown = async () =>
    (await page.evaluate<number[]>(shownInFinder)).every(level => Math.abs(level - sky) < 12)
  await expect.poll(isShown, { timeout: patienceMs }).toBe(true)
}

const shoot = (page: Page): Promise<void> => page.getByRole('button', { name: 'Take the photo' }).click()
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('a photo that shows nothing', () => {
  it('is doubted at the shutter, is taken again or kept, and is refused in no case', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    await phone.context.addInitScript(paintedCamera)
    const page = await openFinder(phone)
    await shoot(page)
    await page.getByRole('alert').getByText('This photo is almost black.').waitFor()
    await lookInEachView(page, 'work-black-photo')
    expect((await storedOn(page)).photos).toMatchObject([{ state: 'kept' }])
    await buttonOf(page, 'Take it again').click()
    await see(page, 140, 140)
    await shoot(page)
    await page.getByRole('alert').getByText('This photo shows one colour only.').waitFor()
    await buttonOf(page, 'Keep it').click()
    await buttonOf(page, 'Take again').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'Good. Next: The street' }).waitFor()
    await page.getByRole('link', { name: 'All sent' }).waitFor()

    await buttonOf(page, 'Take again').click()
    await see(page, 200, 70)
    await shoot(page)
    await buttonOf(page, 'Take again').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('link', { name: 'Photos', exact: true }).click()
    await page.getByText('At the office', { exact: true }).waitFor()
    expect(phone.complaints).toEqual([])
  })
})

describe('a file in place of a photo', () => {
  it('is named with what to do if the browser cannot read it, and the next one is taken', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await openFinder(phone)
    await page.getByText('Choose a photo from this phone instead').click()
    const photo = jpegOf(900, 640)
    const choose = (name: string, bytes: Uint8Array) =>
      page
        .getByLabel('Photo', { exact: true })
        .setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) })
    const saysOf = (name: string, words: string) =>
      page.getByRole('alert').getByText(`“${name}” ${words}`).waitFor()
    await choose('IMG_20261127_093012.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
    await saysOf('IMG_20261127_093012.heic', 'is a HEIC photo, which this browser cannot read.')
    await lookInEachView(page, 'work-heic')
    await choose('half.jpg', photo.subarray(0, photo.length / 2))
    await saysOf('half.jpg', 'is broken, or too large for this phone.')
    await choose('nothing.jpg', new Uint8Array())
    await saysOf('nothing.jpg', 'is empty.')
    await choose('letter.pdf', Buffer.from('%PDF-1.7'))
    await saysOf('letter.pdf', 'is no photo that this browser can read.')
    expect((await storedOn(page)).photos).toEqual([])

    await choose('whole.jpg', photo)
    await buttonOf(page, 'Take again').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect((await storedOn(page)).photos).toHaveLength(1)
    expect(phone.complaints).toEqual([])
  })
})

/** Nothing but grain: no photo of its size is heavier. */
const gravel = (): Uint8Array =>
  vips.Image.gaussnoise(2000, 1500, { mean: 128, sigma: 60, seed: 7 }).cast('uchar').jpegsaveBuffer({ Q: 90 })

describe('a photo on a slow network', () => {
  it('shows how much of it is sent, while it is sent', async () => {
    await using phone = await openPhone(browser, world, phoneBy('light'))
    const page = await openFinder(phone)
    await phone.context.setOffline(true)
    await page.getByText('Choose a photo from this phone instead').click()
    await page.getByLabel('Photo', { exact: true }).setInputFiles({
      name: 'whole.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(gravel()),
    })
    await buttonOf(page, 'Take again').waitFor()
    const { photos } = await storedOn(page)
    const bytes = Buffer.from(photos[0]!.bytes!, 'base64').length
    expect(bytes).toBeGreaterThan(150_000)
    await page.getByRole('link', { name: /^Offline/ }).click()
    await phone.context.setOffline(false)
    const session = await phone.context.newCDPSession(page)
    await session.send('Network.enable')
    const uploadBy = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await uploadBy(bytes / 60)
    const meter = page.getByRole('progressbar', { name: /^Sending photos: 0\.\d MB of 0\.\d MB/ })
    const sharesSeen = async () => {
      const [sent, total] = await meter.evaluate(each => [
        Number(each.getAttribute('value')),
        Number(each.getAttribute('max')),
      ])
      return total === bytes && sent! > 0 && sent! < bytes
    }
    await expect.poll(sharesSeen, { timeout: patienceMs }).toBe(true)
    await lookInEachView(page, 'work-upload')
    await uploadBy(-1)
    await page.getByRole('link', { name: 'All sent' }).waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await page.getByText('At the office', { exact: true }).waitFor()
  })
})
