import { describe, expect, it } from 'vitest'
import { askedEmployment, documentsAsked } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { worker } from '../support/fieldwork.ts'
import { executable, jpegOf } from '../support/pictures.ts'
import { barriersOn, lookInEachView, openBrowser, openPage, phoneBy } from './browser.ts'

const world = await joinWorld()
const browser = await openBrowser()
const agent = await worker(world, 'agent-a', ['agent'])

const phone = phoneBy('light')
const photo = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(bytes),
})

const asked = async () => (await askedEmployment(world, agent)).page

describe('the page of an employer', () => {
  it('is for everybody, empty and with faults', async () => {
    await using opened = await openPage(browser, await asked(), phone)
    const { page, complaints } = opened
    await lookInEachView(page, 'attest')
    await page.getByLabel('Yes, in the past').check()
    await page.getByLabel('Job title', { exact: false }).first().fill('Chief '.repeat(16))
    await page.getByRole('button', { name: 'Send the answer' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Please correct 6 answers')
    await lookInEachView(page, 'attest-faults')
    // A form that has to be corrected is answered with 400, of which the console tells.
    expect(complaints.filter(complaint => !complaint.includes('400'))).toEqual([])
  })

  it('is answered without any script, by the keyboard, from a phone', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: phone.width, height: phone.height },
    })
    const page = await context.newPage()
    await page.goto(await asked())
    await page.getByLabel('No, this person never worked here').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Your name').fill('Ibrahim Musa')
    await page.getByLabel('Your job title').fill('HR Manager')
    await page.getByLabel('Your email at work').fill('ibrahim@zenithworks.example')
    await page.getByLabel('I answer for my employer', { exact: false }).press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.reload()
    expect(await page.getByText('We have your answer').count()).toBe(1)
    await context.close()
  })

  it('asks an applicant for help where nobody is reached', async () => {
    await using opened = await openPage(browser, (await documentsAsked(world, agent)).page, phone)
    const { page } = opened
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Please correct one answer')
    await page.getByLabel('Choose a photo').setInputFiles(photo('letter.jpg', executable()))
    await page.getByRole('button', { name: 'Upload this photo' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('This file is not a photo.')
    await lookInEachView(page, 'documents')
    await page.getByLabel('Choose a photo').setInputFiles(photo('letter.jpg', jpegOf(640, 480)))
    await page.getByRole('button', { name: 'Upload this photo' }).click()
    await page.getByText('We have 1 of 3 photos.').waitFor()
    await lookInEachView(page, 'documents-sent')
    await page.getByLabel('No', { exact: true }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })

  it('leads from a fault to its field', async () => {
    await using opened = await openPage(browser, await asked(), phone)
    const { page } = opened
    await page.getByLabel('No, this person never worked here').check()
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await page.getByRole('link', { name: 'Your name' }).click()
    await page.keyboard.type('Ibrahim')
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ibrahim')
    expect(await page.getByLabel('No, this person never worked here').isChecked()).toBe(true)
  })

  it('shows nothing of a link that is not ours', async () => {
    await using opened = await openPage(browser, `${world.url}/v1/attest/nothing`, phone)
    expect(await opened.page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work')
    expect(await barriersOn(opened.page)).toEqual([])
  })
})
