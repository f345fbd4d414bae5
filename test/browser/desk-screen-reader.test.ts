import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { startWorld, type World } from '../support/environment.ts'
import { signIn } from '../support/sign-in.ts'
import { openBrowser } from './browser.ts'
import { lookAway, noticeOn, openDesk, openedCase, press, visitedCase } from './desk.ts'

/* A case as a screen reader tells it. */

let world: World
let browser: Browser

beforeAll(async () => {
  const fieldwork = { ...stages.local.fieldwork, fourEyes: true }
  const verification = { ...stages.local.verification, dueSeconds: 2 }
  world = await startWorld({ settings: { fieldwork, verification } })
  browser = await openBrowser()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** Patient, on whatever machine this is. */
const limit = { timeout: 400_000 }

it('is read by a screen reader as evidence and decision', limit, async () => {
  const { assignment } = await visitedCase(world, await signIn(world, 'agent-2'), { insideMetres: 420 })
  await using desk = await openDesk(browser, world, 'reviewer-2', { at: assignment })
  const { page } = desk
  await openedCase(page, assignment)
  await page.getByRole('region', { name: 'Notes' }).getByText('None yet.').waitFor()
  const told = (await page.getByRole('article').ariaSnapshot())
    .replaceAll(assignment, '{id}')
    .replace(/\w{3} \d+ \w{3}, \d\d:\d\d/g, '{moment}')
    .replace(/\d\d:\d\d/g, '{time}')
    .replace(/due in 1 min|\d min late/g, '{due}')
    .replace(/\d+ Reviewed/g, '{n} Reviewed')
  expect(told).toMatchInlineSnapshot(`
    "- article "Case {id}":
      - heading "{id} , Address, {due}" [level=1]
      - text: Address {due}
      - link "Case file , in a new tab":
        - /url: "#/case/{id}"
      - paragraph: Ngozi Adeyemi, reported {moment} by agent-2
      - region "1 strong flag, 1 weak":
        - heading "1 strong flag, 1 weak" [level=2]
        - list:
          - listitem: Strong Taken 420 m from the stated position; up to 200 m are expected. Inside 1
          - listitem: Weak A device was enrolled less than a minute before its first photo.
        - paragraph: "An honest visit hardly shows a strong flag: an approval says what explains it. Flags are for you to look at. None is a reason by itself, and one that is missing proves nothing."
      - region "Claimed and found":
        - heading "Claimed and found" [level=2]
        - table:
          - rowgroup:
            - row "Field Claimed Found Match":
              - columnheader "Field"
              - columnheader "Claimed"
              - columnheader "Found"
              - columnheader "Match"
          - rowgroup:
            - row "Address {n} Reviewed Street, Opposite the roundabout, Ikeja, Lagos Exists agrees":
              - rowheader "Address"
              - cell "{n} Reviewed Street, Opposite the roundabout, Ikeja, Lagos"
              - cell "Exists"
              - cell "agrees"
            - row "Reached The door Came to the door agrees":
              - rowheader "Reached"
              - cell "The door"
              - cell "Came to the door"
              - cell "agrees"
            - row "Applicant Ngozi Adeyemi Lives there agrees":
              - rowheader "Applicant"
              - cell "Ngozi Adeyemi"
              - cell "Lives there"
              - cell "agrees"
        - heading "Found besides" [level=3]
        - term: Kind of address
        - definition: Bungalow
        - term: Hard to find
        - definition: "no"
        - term: Agent’s comment
        - definition: A green gate beside the pharmacy. A neighbour called the applicant, who came to the door.
        - term: Neighbour
        - definition: Bola Akin
        - term: Neighbour’s phone
        - definition: "08030000009"
        - term: Neighbour’s words
        - definition: Knows the family for years.
      - region "Where":
        - heading "Where" [level=2]
        - 'figure "Show the whole LGA LGA boundaries: OSGOF/OCHA via geoBoundaries (Runfola et al. 2020), CC BY 3.0 IGO; simplified"':
          - img "Map to scale; the table says the same": Ikeja A R 1 2 C 3 500 m N
          - button "Show the whole LGA"
          - paragraph: "LGA boundaries: OSGOF/OCHA via geoBoundaries (Runfola et al. 2020), CC BY 3.0 IGO; simplified"
      - region "Photos":
        - heading "Photos" [level=2]
        - button "Enlarge"
        - list:
          - listitem:
            - figure "Outside 1 14 m away ±14 m {time}, viewfinder bytes as signed":
              - button "Enlarge Outside 1":
                - text: Enlarge
                - img "Outside 1"
              - strong: Outside 1
              - text: 14 m away ±14 m
              - time: {time}
              - text: ", viewfinder bytes as signed"
          - listitem:
            - figure "Outside 2 38 m away ±14 m {time}, viewfinder bytes as signed":
              - button "Enlarge Outside 2":
                - text: Enlarge
                - img "Outside 2"
              - strong: Outside 2
              - text: 38 m away ±14 m
              - time: {time}
              - text: ", viewfinder bytes as signed"
          - listitem:
            - figure "Inside 1 420 m away ±14 m {time}, viewfinder bytes as signed 1 strong flag":
              - button "Enlarge Inside 1":
                - text: Enlarge
                - img "Inside 1"
              - strong: Inside 1
              - text: 420 m away ±14 m
              - time: {time}
              - text: ", viewfinder bytes as signed 1 strong flag"
        - paragraph: "✓ means: the file that arrived has the SHA-256 which the device signed when it was taken. It says nothing of where the device was; a browser cannot see made-up positions."
      - region "Notes":
        - heading "Notes" [level=2]
        - button "Write a note"
        - paragraph: None yet.
        - list
      - region "agent-2’s last reports":
        - heading "agent-2’s last reports" [level=2]
        - paragraph: This is the first one that is decided.
      - region "Positions":
        - heading "Positions" [level=2]
        - table:
          - rowgroup:
            - row "Position Where Map":
              - columnheader "Position"
              - columnheader "Where"
              - columnheader "Map"
          - rowgroup:
            - row "A Stated address in Ikeja Open the map of Stated address":
              - rowheader "A Stated address"
              - cell "in Ikeja"
              - cell "Open the map of Stated address":
                - link "Open the map of Stated address":
                  - /url: geo:6.601838,3.351486?q=6.601838,3.351486
            - row "C Device at the claim 900 m N ±13 m in Ikeja {time} Open the map of Device at the claim":
              - rowheader "C Device at the claim"
              - cell "900 m N ±13 m in Ikeja {time}"
              - cell "Open the map of Device at the claim":
                - link "Open the map of Device at the claim":
                  - /url: geo:6.6099319,3.351486?q=6.6099319,3.351486
            - row "R Device at the report 22 m N ±13 m in Ikeja {time} Open the map of Device at the report":
              - rowheader "R Device at the report"
              - cell "22 m N ±13 m in Ikeja {time}"
              - cell "Open the map of Device at the report":
                - link "Open the map of Device at the report":
                  - /url: geo:6.6020359,3.351486?q=6.6020359,3.351486
            - row "1 Outside 1 14 m N ±14 m in Ikeja {time} Open the map of Outside 1":
              - rowheader "1 Outside 1"
              - cell "14 m N ±14 m in Ikeja {time}"
              - cell "Open the map of Outside 1":
                - link "Open the map of Outside 1":
                  - /url: geo:6.6019639,3.351486?q=6.6019639,3.351486
            - row "2 Outside 2 38 m N ±14 m in Ikeja {time} Open the map of Outside 2":
              - rowheader "2 Outside 2"
              - cell "38 m N ±14 m in Ikeja {time}"
              - cell "Open the map of Outside 2":
                - link "Open the map of Outside 2":
                  - /url: geo:6.6021797,3.351486?q=6.6021797,3.351486
            - row "3 Inside 1 420 m N ±14 m in Ikeja {time} Open the map of Inside 1":
              - rowheader "3 Inside 1"
              - cell "420 m N ±14 m in Ikeja {time}"
              - cell "Open the map of Inside 1":
                - link "Open the map of Inside 1":
                  - /url: geo:6.6056151,3.351486?q=6.6056151,3.351486
      - region "Trail":
        - heading "Trail" [level=2]
        - button "Show the trail"
      - region "Decision":
        - heading "Decision" [level=2]
        - status: Yours until {time}
        - button "Approve"
        - button "Reject"
        - button "Back"
        - button "Give to …"
        - button "Words for the customer""
  `)
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toMatch(`${assignment}, Address, `)
  await press(page, 'a')
  await page.keyboard.type('It is the same house.')
  await press(page, 'Control+Enter')
  await noticeOn(page, assignment)
  await lookAway(page)
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toContain(`${assignment} decided: VERIFIED.`)
})
