-- Attach the server to a file, wait for diagnostics, apply the preferred fix and save.
local out = io.open(vim.env.NEOVIM_REPORT, "w")

local function report(key, value)
  out:write(key .. "=" .. tostring(value) .. "\n")
  out:flush()
end

local function codes()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.user_data.lsp.code)
  end
  table.sort(found)
  return table.concat(found, ",")
end

local function has(code)
  return function() return string.find(codes(), code, 1, true) ~= nil end
end

vim.ui.select = function(items, options, on_choice)
  for index, item in ipairs(items) do
    local action = item[2] or item.action or item
    report("offer", action.title)
    if action.isPreferred then on_choice(item, index) return end
  end
  on_choice(nil)
end

local wanted = vim.env.NEOVIM_CODE
local client = vim.lsp.start_client({
  name = "seismograd",
  cmd = vim.fn.json_decode(vim.env.NEOVIM_SERVER),
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
report("attached", vim.wait(20000, has(wanted), 20))
report("before", codes())

for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  if diagnostic.user_data.lsp.code == wanted then
    vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
  end
end
local changed = vim.api.nvim_buf_get_changedtick(0)
vim.lsp.buf.code_action()
report("edited", vim.wait(20000, function()
  return vim.api.nvim_buf_get_changedtick(0) ~= changed
end, 20))
report("mended", vim.wait(20000, function() return not has(wanted)() end, 20))
report("after", codes())
vim.cmd("write")
vim.lsp.stop_client(client)
report("stopped", vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 20))
out:close()
vim.cmd("quitall!")
