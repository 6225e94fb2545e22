import type { FastifyReply } from 'fastify'
import { FIRST_FONT } from '../assets/fonts.ts'
import { iconPath } from '../assets/icons.ts'
import { WORKER_TEXT } from '../assets/islands.ts'
import { sendStatic, staticFile } from '../assets/static-file.ts'
import { STYLESHEET_PATH } from '../assets/stylesheet.ts'
import type { Exchange } from '../request/exchange.ts'
import { openPage } from '../visits/page.ts'
import { OFFLINE_PATH } from './offline-page.tsx'

/** The files the script loads first; a release that changes any of them replaces the script in browsers. */
const GIVEN = {
  offline: OFFLINE_PATH,
  files: [STYLESHEET_PATH, FIRST_FONT],
  icon: iconPath('icon-192'),
  badge: iconPath('badge'),
}

const FILE = staticFile(
  `self.given=${JSON.stringify(GIVEN)};\n${WORKER_TEXT}`,
  'text/javascript; charset=utf-8',
)

export const workerPage = openPage({ path: '/sw.js', show: sendWorker })

/** GET /sw.js: the script that a browser runs without a page, for all pages: its address decides which. */
async function sendWorker({ request, reply }: Exchange): Promise<FastifyReply> {
  return sendStatic({ request, reply }, FILE, 'no-cache')
}
