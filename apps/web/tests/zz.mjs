import { openPage, startBrowser, startServer, stopServer, waitForPerson, waitForTurns, newGame, tapATurn, played } from '/work/page/apps/web/tests/harness.js';
const server = await startServer(); const browser = await startBrowser();
const only = process.argv[2];
const views = { onitama: [['wide', { colorScheme: 'light' }], ['phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 }, hasTouch: true }]],
 ataxx: [['wide', { colorScheme: 'dark' }], ['phone', { colorScheme: 'light', viewport: { width: 360, height: 740 }, hasTouch: true }]],
 chess: [['wide', { colorScheme: 'light', viewport: {width:1920,height:1080} }], ['phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 }, hasTouch: true }]],
 arimaa: [['wide', { colorScheme: 'dark' }], ['phone', { colorScheme: 'light', viewport: { width: 360, height: 740 }, hasTouch: true }]] };
for (const game of Object.keys(views)) { if (only && only!==game) continue;
 for (const [name, options] of views[game]) {
  const { page, close } = await openPage(browser, options); page.setDefaultTimeout(20000);
  try {
  await page.goto(`${server.url}/play/${game}`);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots/${game}-form-${name}.png`, fullPage: true });
  const group = page.getByRole('group', { name: 'You play' });
  await group.getByLabel('Neither: watch').check();
  await page.locator('#level').fill('6'); await page.locator('#level-2').fill('3');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/game\//);
  for (let i = 0; i < 50; i++) { await page.waitForTimeout(1000); if (i===14 || i===30) await page.screenshot({ path: `/tmp/shots/${game}-mid${i}-${name}.png`, fullPage: name==='phone' }); if (await page.locator('.result-text').count()) break; }
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/shots/${game}-end-${name}.png`, fullPage: name==='phone' });
  if (await page.locator('.result-text').count()) {
    if (name === 'phone') await page.getByRole('tab', { name: 'Score' }).click();
    await page.getByRole('button', { name: 'Report' }).click();
    await page.waitForFunction(() => document.querySelector('.report-table') && document.querySelector('.report-progress')?.hasAttribute('hidden'), undefined, {timeout: 60000}).catch(()=>{});
    await page.screenshot({ path: `/tmp/shots/${game}-report-${name}.png`, fullPage: true });
  }
  console.log(game, name, 'played', await played(page), await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerHeight].join(' ')));
  } catch (e) { console.log(game, name, String(e).slice(0,300)); await page.screenshot({ path: `/tmp/shots/${game}-fail-${name}.png` }); }
  await close().catch(e=>console.log(String(e)));
 } }
await browser.close(); await stopServer(server);
