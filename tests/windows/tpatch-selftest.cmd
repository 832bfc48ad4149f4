@echo off
rem What only a real Windows can show of tpatch, in about ten minutes. Paste all that it prints into an issue.
rem
rem usage: tpatch-selftest.cmd [FOLDER]    beside tpatch.exe, or with tpatch.exe in PATH
rem
rem Works in FOLDER\tpatch-selftest (FOLDER: %TEMP%), which it makes and removes: name one on another volume to try ReFS, a Dev Drive, a share, OneDrive.
rem The last line is "selftest: N passed, N failed, N skipped". Exit code: 0 none failed, 1 some did.
setlocal
set "tpatch=%~dp0tpatch.exe"
if not exist "%tpatch%" set "tpatch=tpatch.exe"
set "work=%TEMP%\tpatch-selftest"
if not "%~1"=="" set "work=%~1\tpatch-selftest"
set passed=0
set failed=0
set skipped=0
set files=100
if not "%TPATCH_SELFTEST_FILES%"=="" set files=%TPATCH_SELFTEST_FILES%
set has_powershell=no
powershell -NoProfile -Command "exit 7" >nul 2>nul
if %errorlevel%==7 set has_powershell=yes

echo == the system
ver
"%tpatch%" --version
echo work folder: %work%
chcp
if %has_powershell%==yes powershell -NoProfile -Command "$PSVersionTable.PSVersion.ToString(); (Get-Volume -FilePath $env:TEMP).FileSystemType; (Get-MpComputerStatus).RealTimeProtectionEnabled"

if exist "%work%" rd /s /q "%work%"
md "%work%\sets"
if not exist "%work%\sets" echo cannot make the folder %work%& exit /b 2
set "sets=%work%\sets"
>"%sets%\project.yaml" echo tpatch: 1
>>"%sets%\project.yaml" echo project: selftest
>>"%sets%\project.yaml" echo summary: The self-test
>>"%sets%\project.yaml" echo markers: [selftest.txt]
>>"%sets%\project.yaml" echo version-file: selftest.txt
>"%sets%\selftest-1.yaml" echo tpatch: 1
>>"%sets%\selftest-1.yaml" echo name: selftest-1
>>"%sets%\selftest-1.yaml" echo summary: One rule
>>"%sets%\selftest-1.yaml" echo target: {project: selftest, versions: "1.*"}
>>"%sets%\selftest-1.yaml" echo rules:
>>"%sets%\selftest-1.yaml" echo   - id: raise-a
>>"%sets%\selftest-1.yaml" echo     title: Raise A
>>"%sets%\selftest-1.yaml" echo     why: A must be 2.
>>"%sets%\selftest-1.yaml" echo     files: ["**/*.cmake"]
>>"%sets%\selftest-1.yaml" echo     edits:
>>"%sets%\selftest-1.yaml" echo       - match: set(A 1)
>>"%sets%\selftest-1.yaml" echo         replace: set(A 2)

echo == there and back
call :make there
call :run 0 "dry run" --dry --root "%tree%" --patchsets "%sets%"
call :run 0 "apply" apply -q --root "%tree%" --patchsets "%sets%"
call :changed "applied" yes "%tree%\a.cmake"
call :run 0 "check" check -q --root "%tree%" --patchsets "%sets%"
call :run 0 "rollback" rollback -q --root "%tree%"
call :changed "rolled back" no "%tree%\a.cmake"

echo == read-only files and their other names
call :make links
mklink /H "%tree%\other.txt" "%tree%\a.cmake" >nul 2>nul
attrib +r "%tree%\a.cmake"
call :run 0 "apply over a read-only file" apply -q --root "%tree%" --patchsets "%sets%"
call :read_only "it stays read-only" "%tree%\a.cmake"
if exist "%tree%\other.txt" call :read_only "its other name stays read-only" "%tree%\other.txt"
call :run 0 "rollback of a read-only file" rollback -q --root "%tree%"
call :run 0 "prune" log --prune --keep 0 --root "%tree%"
if exist "%tree%\other.txt" call :read_only "its other name after the prune" "%tree%\other.txt"
attrib -r "%tree%\a.cmake"

echo == junctions are not followed
call :make junction
md "%work%\outside"
>"%work%\outside\b.cmake" echo set(A 1)
mklink /J "%tree%\inside" "%work%\outside" >nul 2>nul
if not exist "%tree%\inside\b.cmake" call :skip "no junction could be made"
call :run 0 "apply beside a junction" apply -q --root "%tree%" --patchsets "%sets%"
call :changed "what the junction leads to" no "%work%\outside\b.cmake"

echo == alternate streams
call :make streams
>"%tree%\a.cmake:Zone.Identifier" echo ZoneId=3
call :run 0 "apply to a file from the internet" apply -q --root "%tree%" --patchsets "%sets%"
set "zone="
for /f "usebackq delims=" %%l in ("%tree%\a.cmake:Zone.Identifier") do set "zone=%%l"
if "%zone%"=="ZoneId=3" call :pass "its mark is kept"
if not "%zone%"=="ZoneId=3" call :skip "its mark is '%zone%': no NTFS, or no cmd.exe that reads streams"

echo == paths of more than 260 characters
call :make long
set "deep=%work%\a-folder-with-a-long-name-1\a-folder-with-a-long-name-2\a-folder-with-a-long-name-3\a-folder-with-a-long-name-4\a-folder-with-a-long-name-5\a-folder-with-a-long-name-6\a-folder-with-a-long-name-7\a-folder-with-a-long-name-8\a-folder-with-a-long-name-9"
call :long

echo == files that another program has open
if %has_powershell%==no call :skip "no PowerShell to hold files with"
if %has_powershell%==yes call :held

echo == time with the scanner that runs here: 20 times %files% files, three dry runs, an apply and a rollback
call :make many
for /l %%d in (1,1,20) do md "%tree%\d%%d"
for /l %%d in (1,1,20) do for /l %%f in (1,1,%files%) do >"%tree%\d%%d\f%%f.cmake" echo set(A 1)
for /l %%i in (1,1,3) do call :timed --dry -q --root "%tree%" --patchsets "%sets%"
call :timed apply -q --root "%tree%" --patchsets "%sets%"
call :timed rollback -q --root "%tree%"

echo == the console: colours below, no escape sequences like [32m, and the letters ue, zhong and a face
"%tpatch%" --dry --no-pager --color always --root "%work%\there" --patchsets "%sets%"

rd /s /q "%work%" 2>nul
echo selftest: %passed% passed, %failed% failed, %skipped% skipped
if %failed%==0 exit /b 0
exit /b 1

:make
set "tree=%work%\%1"
md "%tree%"
>"%tree%\selftest.txt" echo 1.0.0
>"%tree%\a.cmake" echo set(A 1)
exit /b 0

rem :run CODE NAME ARGUMENTS...
:run
set "wanted=%1"
set "name=%~2"
set "arguments="
shift
shift
:run_more
if "%~1"=="" goto run_now
set arguments=%arguments% %1
shift
goto run_more
:run_now
"%tpatch%" %arguments% >"%work%\out.txt" 2>&1
set code=%errorlevel%
if %code%==%wanted% call :pass "%name%"
if not %code%==%wanted% call :fail "%name%: exit code %code%, not %wanted%"
if not %code%==%wanted% type "%work%\out.txt"
exit /b 0

rem :changed NAME yes/no FILE
:changed
set is=other
set "line="
for /f "usebackq delims=" %%l in ("%~3") do set "line=%%l"
if "%line%"=="set(A 2)" set is=yes
if "%line%"=="set(A 1)" set is=no
if %is%==%2 call :pass "%~1"
if not %is%==%2 call :fail "%~1: changed is %is%"
exit /b 0

rem :read_only NAME FILE
:read_only
set "attributes=%~a2"
if "%attributes:~1,1%"=="r" call :pass "%~1"
if not "%attributes:~1,1%"=="r" call :fail "%~1: %attributes%"
exit /b 0

:long
robocopy "%tree%" "%deep%\tree" /e >nul 2>nul
"%tpatch%" check -q --root "%deep%\tree" --patchsets "%sets%" >nul 2>nul
if %errorlevel%==1 goto long_is_there
call :skip "robocopy made no such folder"
exit /b 0
:long_is_there
call :run 0 "apply" apply -q --root "%deep%\tree" --patchsets "%sets%"
call :run 0 "rollback" rollback -q --root "%deep%\tree"
exit /b 0

:held
call :make held
start /b powershell -NoProfile -Command "$f = [IO.File]::Open('%tree%\a.cmake', 'Open', 'Read', 'Read'); Start-Sleep 15"
powershell -NoProfile -Command "Start-Sleep 4"
call :run 4 "a file that is open is told, with the program" apply -q --root "%tree%" --patchsets "%sets%"
type "%work%\out.txt"
powershell -NoProfile -Command "Start-Sleep 14"
start /b powershell -NoProfile -Command "$f = [IO.File]::Open('%tree%\a.cmake', 'Open', 'Read', 'ReadWrite,Delete'); Start-Sleep 15"
powershell -NoProfile -Command "Start-Sleep 4"
echo (the next needs Windows 10 and NTFS)
call :run 0 "a file that an indexer has open" apply -q --root "%tree%" --patchsets "%sets%"
powershell -NoProfile -Command "Start-Sleep 14"
start /b powershell -NoProfile -Command "$f = [IO.File]::Open('%tree%\.tpatch\lock', 'Open', 'ReadWrite', 'ReadWrite'); $f.Lock(0x4000000000000000, 1); Start-Sleep 15"
powershell -NoProfile -Command "Start-Sleep 4"
call :run 4 "another tpatch is at work" rollback -q --root "%tree%"
type "%work%\out.txt"
powershell -NoProfile -Command "Start-Sleep 14"
exit /b 0

:timed
echo %time% %1 %2
"%tpatch%" %1 %2 %3 %4 %5 %6 %7 %8 %9 >nul
echo %time% exit code %errorlevel%
exit /b 0

:pass
set /a passed=passed+1
echo ok      %~1
exit /b 0

:fail
set /a failed=failed+1
echo FAILED  %~1
exit /b 0

:skip
set /a skipped=skipped+1
echo skipped %~1
exit /b 0
